import { account } from '@wallet-modal/account'
import { bip122 } from '@wallet-modal/bip122'
import { connect } from '@wallet-modal/connect'
import { eip155 } from '@wallet-modal/eip155'
import {
  connected,
  connectFailed,
  createWalletModal,
  disconnected,
  type Network,
  type WalletModal,
} from '@wallet-modal/kernel'
import { polkadot } from '@wallet-modal/polkadot'
import { solana } from '@wallet-modal/solana'
import { walletconnect } from '@wallet-modal/walletconnect'
import { expect } from 'vitest'
import type { Phone } from '../../../plugins/walletconnect/src/phone.test.fixtures.js'

interface DeskPlan {
  readonly relayUrl: string
  readonly networks: readonly Network[]
  readonly id?: string
}

/** A modal with every chain family. Its dialog is never shown: tests use it to check the traffic between a site and a wallet. */
export interface DesktopModal {
  readonly modal: WalletModal
  /** Events of the modal, such as `connected solana`. */
  readonly events: readonly string[]
  /** For each namespace: the account's address if connected, otherwise the connection status. */
  states(): Record<string, string>
  /** Waits for the pairing URI of the QR code. */
  uri(): Promise<string>
  /** Connects through the phone. Resolves with the outcome's status or the error's message. */
  pair(phone: Phone, namespace?: string): Promise<string>
  provider(namespace: string): Record<string, unknown>
}

export function createDesktopModal({ relayUrl, networks, id = 'desk' }: DeskPlan): DesktopModal {
  const modal = createWalletModal({
    id,
    projectId: 'test',
    prefetch: 'never',
    logLevel: 'silent',
    metadata: { name: 'DesktopModal', url: location.origin },
    networks,
    endpoints: { relay: relayUrl, rpc: relayUrl.replace('ws', 'http') },
    plugins: [eip155(), solana(), polkadot(), bip122(), connect(), account(), walletconnect()],
  })
  const events: string[] = []
  modal.on(
    connected,
    ({ namespace, restored }) => void events.push(`${restored ? 'restored' : 'connected'} ${namespace}`),
  )
  modal.on(disconnected, ({ namespace }) => void events.push(`disconnected ${namespace}`))
  modal.on(connectFailed, ({ namespace }) => void events.push(`failed ${namespace}`))
  const output = () => {
    const found = modal.use(walletconnect)
    if (!found) throw new Error('The modal has no walletconnect plugin.')
    return found
  }
  const uri = async (): Promise<string> => {
    await expect.poll(() => output().pairing.peek().status, { timeout: 60_000 }).toBe('ready')
    const now = output().pairing.peek()
    return now.status === 'ready' ? now.uri : ''
  }
  return {
    modal,
    events,
    uri,
    states: () =>
      Object.fromEntries(
        modal.connections.adapters.peek().map(({ namespace, state }) => {
          const now = state.peek()
          return [namespace, now.status === 'connected' ? now.account.address : now.status]
        }),
      ),
    async pair(phone, namespace) {
      const connector = output().connector.peek()
      if (!connector) throw new Error('There is no WalletConnect connector.')
      const outcome = modal.connections.connect(connector, namespace ? { namespace } : {}).then(
        ({ status }) => status,
        (error: Error) => error.message,
      )
      const first = await Promise.race([outcome, uri()])
      if (first.startsWith('wc:')) await phone.pair(first)
      return outcome
    },
    provider(namespace) {
      const now = modal.connections.adapter(namespace).state.peek()
      if (now.status !== 'connected') throw new Error(`${namespace} is not connected.`)
      return now.provider as Record<string, unknown>
    },
  }
}
