import {
  type Context,
  historySources,
  type NamespaceDriver,
  type Network,
  sendHandlers,
  WalletModalError,
} from '@wallet-modal/kernel'
import { parseBitcoinAddress } from './address.js'
import { type BitcoinChain, chainOf, chains } from './chains.js'
import type { BitcoinProvider, BitcoinSession } from './contract.js'
import { badAnswer, isRejection, unsupported } from './errors.js'
import { createHistorySource } from './history.js'
import { scanned } from './satoshis.js'
import { createSendHandler } from './send/handler.js'
import { isProvider } from './send/wallet.js'
import { standIn } from './stand-in.js'
import { checkSession, createTold, type Told } from './told.js'

/** Bitcoin wallets of all families, and balances by a node. */
export function createDriver(ctx: Context): NamespaceDriver<BitcoinProvider> {
  ctx.add(sendHandlers, createSendHandler(ctx))
  ctx.add(historySources, createHistorySource(ctx))
  const toldBy = new WeakMap<BitcoinProvider, Told>()
  /** The network in use, else those of the site. */
  const chainsInUse = (): readonly BitcoinChain[] => {
    const state = ctx.connections.adapter('bip122').state.peek()
    const ids =
      state.status === 'connected' ? [state.caipNetworkId] : ctx.networks.peek().map((one) => one.caipNetworkId)
    const known = ids.flatMap((id): BitcoinChain | readonly [] => chainOf(id) ?? [])
    return known.length > 0 || state.status === 'connected' ? known : chains.slice(0, 1)
  }
  return {
    namespace: 'bip122',
    standIn,
    isRejection,
    parseProvider(provider) {
      if (isProvider(provider)) return provider
      throw new WalletModalError('INVALID_DATA', 'The wallet has no Bitcoin provider.')
    },
    async connect(provider, { silent }) {
      const session = await provider.connect({ silent })
      if (!session || session.accounts.length === 0) return null
      const checked = checkSession(session)
      toldBy.get(provider)?.keep(checked)
      return checked
    },
    watch(provider, listener) {
      const told = createTold(listener)
      toldBy.set(provider, told)
      const hear = (change: Partial<BitcoinSession>): void => {
        try {
          told.hear(change)
        } catch (error) {
          ctx.log.warn('what the wallet told of does not fit together', error)
        }
      }
      return provider.watch({
        accounts: (accounts) => hear({ accounts }),
        network: (caipNetworkId) => hear({ caipNetworkId }),
        disconnected: () => listener.disconnected(),
      })
    },
    async switchNetwork(provider, network: Network) {
      if (!provider.switchNetwork)
        throw unsupported(`switch networks from here. Switch it to ${network.name} in the wallet itself`)
      await provider.switchNetwork(network.caipNetworkId)
      const session = await provider.connect({ silent: true })
      if (session?.caipNetworkId !== network.caipNetworkId)
        throw new WalletModalError(
          'SWITCH_FAILED',
          `The wallet did not switch to ${network.name}. Switch it there and try again.`,
        )
      // addresses are another network's ones now, and not every wallet tells so
      toldBy.get(provider)?.hear(session)
    },
    revoke: async (provider) => provider.disconnect?.(),
    async signMessage(provider, { address }, message) {
      const signature = await provider.signMessage({ address, message })
      if (/^[\w+/-]+={0,2}$/.test(signature)) return signature
      throw badAnswer('signMessage', 'a signature in base64')
    },
    balance: ({ address }, { caipNetworkId }, signal) =>
      ctx.api.rpc(caipNetworkId).read('scantxoutset', ['start', [`addr(${address})`]], { schema: scanned, signal }),
    parseAddress: async (text) => parseBitcoinAddress(text, chainsInUse()),
  }
}
