import { type Context, type NamespaceDriver, type Network, WalletModalError } from '@wallet-modal/kernel'
import { historySources, invalidReply, sendHandlers } from '@wallet-modal/kernel/assets'
import { parseBitcoinAddress } from './address.js'
import { type BitcoinChain, chainOf, chains } from './chains.js'
import type { BitcoinProvider, BitcoinSession } from './contract.js'
import { isRejection, unsupported } from './errors.js'
import { createHistorySource } from './history/source.js'
import { createNode } from './node.js'
import { createSendHandler } from './send/handler.js'
import { parseProvider } from './wallets/parse-provider.js'
import { checkSession, createReportedSession, type ReportedSession } from './wallets/reported-session.js'

/** Chains whose addresses are valid input: the chain of the active connection, else the site's chains, else mainnet. */
function acceptedChains(ctx: Context): readonly BitcoinChain[] {
  const connection = ctx.connections.all.peek().find((one) => one.isActive && one.namespace === 'bip122')
  const knownChains = (connection ? [connection] : ctx.networks.peek()).flatMap(
    ({ caipNetworkId }) => chainOf(caipNetworkId) ?? [],
  )
  return knownChains.length > 0 || connection ? knownChains : chains.slice(0, 1)
}

/** See `BitcoinProviders.parseAddress`. */
export function parseAddressOn(text: string, caipNetworkId: string): string {
  const chain = chainOf(caipNetworkId)
  return parseBitcoinAddress(text, chain ? [chain] : chains)
}

/** Driver for Bitcoin wallets of every kind. Balances come from a node. */
export function createDriver(ctx: Context): NamespaceDriver<BitcoinProvider> {
  ctx.add(sendHandlers, createSendHandler(ctx))
  ctx.add(historySources, createHistorySource(ctx))
  const reportedSessions = new WeakMap<BitcoinProvider, ReportedSession>()
  return {
    namespace: 'bip122',
    isRejection,
    parseProvider,
    async connect(provider, { silent }) {
      const session = await provider.connect({ silent })
      if (!session || session.accounts.length === 0) return null
      const validSession = checkSession(session)
      reportedSessions.get(provider)?.replace(validSession)
      return validSession
    },
    watch(provider, listener) {
      const session = createReportedSession(listener)
      reportedSessions.set(provider, session)
      const report = (change: Partial<BitcoinSession>): void => {
        try {
          session.update(change)
        } catch (error) {
          ctx.log.warn('the wallet reported invalid accounts, or accounts and a network that do not match', error)
        }
      }
      return provider.watch({
        accounts: (accounts) => report({ accounts }),
        network: (caipNetworkId) => report({ caipNetworkId }),
        disconnected: () => listener.disconnected(),
      })
    },
    async switchNetwork(provider, network: Network) {
      if (!provider.switchNetwork)
        throw unsupported(`switch its network at the request of a site. Select ${network.name} in the wallet`)
      await provider.switchNetwork(network.caipNetworkId)
      const session = await provider.connect({ silent: true })
      if (session?.caipNetworkId !== network.caipNetworkId)
        throw new WalletModalError(
          'SWITCH_FAILED',
          `The wallet did not switch to ${network.name}. Switch to this network in the wallet and try again.`,
        )
      // not every wallet reports that its addresses changed with the network
      reportedSessions.get(provider)?.update(session)
    },
    revoke: async (provider) => provider.disconnect?.(),
    async signMessage(provider, { address }, message) {
      const signature = await provider.signMessage({ address, message })
      if (/^[\w+/-]+={0,2}$/.test(signature)) return signature
      throw invalidReply('signMessage', 'a signature in base64')
    },
    balance: async ({ address }, { caipNetworkId }, signal) =>
      (await createNode(ctx, caipNetworkId, signal)).balance(address),
    parseAddress: async (text) => parseBitcoinAddress(text, acceptedChains(ctx)),
  }
}
