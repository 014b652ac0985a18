import type { Network } from '@wallet-modal/kernel'
import type { Page } from 'playwright-core'
import { localNetworks } from './local-networks.js'
import { dialog, row } from './modal.js'
import { servePage } from './page.js'
import type { ServedSite } from './serve.js'

export const webSocket = (sandboxUrl: string): string => sandboxUrl.replace('http', 'ws')

export const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
export const SOLANA_TEST = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
export const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
export const KUSAMA = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
export const REGTEST = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
export const EVM = ['eip155:31337', 'eip155:31338'] as const

/** CAIP-2 ids of all networks that the phone wallet approves. */
export const everything = [...EVM, SOLANA, SOLANA_TEST, POLKADOT, KUSAMA, REGTEST] as const

const network = (caipNetworkId: string, name: string, symbol: string, decimals: number): Network => {
  const [namespace = '', reference = ''] = caipNetworkId.split(':')
  const nativeCurrency = { name: symbol, symbol, decimals }
  return { caipNetworkId, namespace, reference, name, nativeCurrency, rpcUrls: [], testnet: true }
}

/** Networks of a site with all chain families. */
export const networks = (sandboxUrl: string): readonly Network[] => [
  ...(localNetworks(sandboxUrl) as readonly Network[]),
  network(SOLANA, 'Solana Dev', 'SOL', 9),
  network(SOLANA_TEST, 'Solana Test', 'SOL', 9),
  network(POLKADOT, 'Polkadot', 'DOT', 10),
  network(KUSAMA, 'Kusama', 'KSM', 12),
  network(REGTEST, 'Bitcoin Regtest', 'BTC', 8),
]

/** A production build of a page with every chain family and WalletConnect. `window.paired[id]` controls the modal with this id. */
export const servePairedPage = (sandboxUrl: string, relayUrl = webSocket(sandboxUrl)): Promise<ServedSite> =>
  servePage({
    services: [sandboxUrl, webSocket(sandboxUrl), relayUrl],
    script: `
      import { createWalletModal, connected, disconnected, connectFailed } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { Networks } from '@wallet-modal/account/contract'
      import { connect } from '@wallet-modal/connect'
      import { bip122 } from '@wallet-modal/bip122'
      import { eip155 } from '@wallet-modal/eip155'
      import { polkadot } from '@wallet-modal/polkadot'
      import { solana } from '@wallet-modal/solana'
      import { walletconnect } from '@wallet-modal/walletconnect'
      import { ConnectingWalletConnect } from '@wallet-modal/walletconnect/contract'
      const query = new URLSearchParams(location.search)
      const start = (id) => {
        const modal = createWalletModal({
          id,
          projectId: 'test',
          metadata: { name: 'Paired page' },
          networks: ${JSON.stringify(networks(sandboxUrl))},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}', rpc: '${sandboxUrl}', relay: '${relayUrl}' },
          plugins: [eip155(), solana(), polkadot(), bip122(), connect(), account(), walletconnect()],
        })
        const events = []
        modal.on(connected, (one) => void events.push('connected ' + one.namespace))
        modal.on(disconnected, (one) => void events.push('disconnected ' + one.namespace))
        modal.on(connectFailed, (one) => void events.push('failed ' + one.namespace))
        const button = document.body.appendChild(document.createElement('button'))
        button.textContent = 'Open ' + id
        button.onclick = () => void modal.open()
        const told = (promise) => promise.then((result) => ({ result }), (error) => ({ code: error.code, message: error.message }))
        const adapter = (namespace) => modal.connections.adapter(namespace)
        window.paired = { ...window.paired, [id]: {
          modal,
          events,
          walletconnect: () => modal.use(walletconnect),
          pair: (wallet) => void modal.open({ view: ConnectingWalletConnect, params: { wallet } }),
          openNetworks: () => void modal.open({ view: Networks }),
          states: () => Object.fromEntries(modal.connections.adapters.value.map(({ namespace, state }) => [
            namespace, state.value.status === 'connected' ? state.value.account.address : state.value.status])),
          networkOf: (namespace) => adapter(namespace).state.value.caipNetworkId,
          sign: (namespace, message) => told(adapter(namespace).signMessage(message)),
          switchTo: (id) => told(modal.switchNetwork(id)),
          provider: (namespace) => adapter(namespace).state.value.provider,
          told,
        } }
      }
      start('one')
      if (query.has('two')) start('two')
      window.startModal = start`,
  })

/** Functions with which tests control and read a modal in the page. */
export interface PairedModal {
  readonly modal: {
    disconnect(namespace?: string): Promise<void>
    dispose(): void
    setLocale(locale: string): void
    readonly isOpen: { readonly value: boolean }
  }
  readonly events: string[]
  walletconnect(): { readonly interrupted: { readonly value: readonly unknown[] } }
  pair(wallet: object): void
  openNetworks(): void
  states(): Record<string, string>
  networkOf(namespace: string): string
  sign(namespace: string, message: string): Promise<{ result?: string; code?: unknown; message?: string }>
  switchTo(id: string): Promise<{ result?: unknown; code?: unknown; message?: string }>
  // biome-ignore lint/suspicious/noExplicitAny: each family's own shape
  provider(namespace: string): any
  told(promise: Promise<unknown>): Promise<{ result?: unknown; code?: unknown; message?: string }>
}

declare global {
  interface Window {
    readonly paired: Record<string, PairedModal>
    startModal(id: string): void
  }
}

export const clipboard = { options: { permissions: ['clipboard-read', 'clipboard-write'] } }

export const states = (page: Page, id = 'one'): Promise<Record<string, string>> =>
  page.evaluate((name) => window.paired[name]?.states() ?? {}, id)

/** The pairing URI, read with the copy button below the QR code. */
export async function copiedUri(page: Page): Promise<string> {
  await dialog(page)
    .getByRole('img', { name: /^QR code/ })
    .waitFor()
  await row(page, 'Copy link').click()
  return page.evaluate(() => navigator.clipboard.readText())
}

export async function showCode(page: Page, id = 'one'): Promise<string> {
  await page.getByRole('button', { name: `Open ${id}` }).click()
  await row(page, 'WalletConnect').click()
  return copiedUri(page)
}
