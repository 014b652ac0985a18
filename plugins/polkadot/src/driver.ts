import {
  type Account,
  batch,
  type Handshake,
  type NamespaceDriver,
  type Network,
  type WalletListener,
} from '@wallet-modal/kernel'
import { historySources, sendHandlers, tokenSources } from '@wallet-modal/kernel/assets'
import { accountsOn, givenAddress, parseAccounts, type WalletAccount } from './accounts.js'
import { parseAddress } from './address.js'
import { parseAssetNumber } from './assets/asset-id.js'
import { createBalance } from './balance.js'
import type { ChainContext } from './chain-context.js'
import { addressForm } from './chains.js'
import type { InjectedExtension } from './contract.js'
import { badAnswer, cannotSign, isRejection, noAccountOn } from './errors.js'
import { parseExtension, toHex } from './extension.js'
import { createSendHandler } from './send/handler.js'

/** State of one wallet. */
interface Session {
  list: readonly WalletAccount[]
  /** Last reported state: wallets repeat reports without a change. */
  told: readonly Account[]
  /** CAIP-2 id of the active network. */
  network?: string | undefined
  /** Listeners for changes. */
  listener?: WalletListener
}

const isSame = (some: readonly Account[], others: readonly Account[]): boolean =>
  some.length === others.length && some.every(({ address }, at) => address === others[at]?.address)

/** Initial network if the site lists none of this namespace; the kernel then shows it as unsupported. */
const relay: Network = {
  caipNetworkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  namespace: 'polkadot',
  reference: '91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: [],
}

/** Driver for extensions (extension-dapp). They have no active network: the site's choice determines the address format. */
export function createDriver(chains: ChainContext): NamespaceDriver<InjectedExtension> {
  const { ctx, options, apis } = chains
  const sessions = new WeakMap<InjectedExtension, Session>()
  ctx.add(sendHandlers, createSendHandler(chains))
  ctx.add(historySources, {
    namespace: 'polkadot',
    isFallback: true,
    page: async (request) => (await import('./history/source.js')).readPage(chains, request),
  })
  ctx.add(tokenSources, {
    namespace: 'polkadot',
    assetNamespace: 'asset',
    parseTokenAddress: parseAssetNumber,
    tokens: async (request) => (await import('./assets/tokens.js')).readTokens(ctx, apis, request),
  })

  const sessionOf = (extension: InjectedExtension): Session => {
    const session = sessions.get(extension) ?? { list: [], told: [] }
    sessions.set(extension, session)
    return session
  }
  /** Networks of the site, the session's first. */
  const networks = (session?: Session): readonly Network[] => {
    const mine = ctx.networks.peek().filter(({ namespace }) => namespace === 'polkadot')
    const now = session?.network
    const first = mine.find(({ caipNetworkId }) => caipNetworkId === now) ?? mine[0] ?? relay
    return [first, ...mine.filter((one) => one !== first)]
  }
  const accounts = (list: readonly WalletAccount[], network: Network): readonly Account[] => {
    const form = addressForm(network.caipNetworkId, options)
    return accountsOn(list, { network, form })
  }
  const parse = (answer: unknown): readonly WalletAccount[] =>
    parseAccounts(answer, (reason) => ctx.log.info(`an account was left out: ${reason}`))

  /** On the active network, or else the first on which the wallet has an account. */
  const handshake = (session: Session): Handshake | null => {
    if (session.list.length === 0) return null
    for (const network of networks(session)) {
      const found = accounts(session.list, network)
      if (found.length === 0) continue
      session.told = found
      session.network = network.caipNetworkId
      return { accounts: found, caipNetworkId: network.caipNetworkId }
    }
    throw noAccountOn('NO_ACCOUNTS', networks(session)[0] ?? relay)
  }
  return {
    namespace: 'polkadot',
    isUnordered: true,
    parseProvider: parseExtension,
    isRejection,
    // already authorized: the connector returns the result of `enable`
    async connect(extension, { caipNetworkId }) {
      const session = sessionOf(extension)
      session.network = caipNetworkId
      session.list = parse(await extension.accounts.get())
      return handshake(session)
    },
    watch(extension, listener) {
      const session = sessionOf(extension)
      session.listener = listener
      const stop: unknown = extension.accounts.subscribe((answer) => {
        try {
          session.list = parse(answer)
          const found = accounts(session.list, networks(session)[0] ?? relay)
          if (isSame(found, session.told)) return
          session.told = found
          listener.accounts(found)
        } catch (error) {
          ctx.log.warn('the wallet sent broken accounts', error)
        }
      })
      return () => {
        if (typeof stop === 'function') stop()
      }
    },
    async switchNetwork(extension, network) {
      const session = sessionOf(extension)
      const found = accounts(session.list, network)
      if (found.length === 0) throw noAccountOn('SWITCH_FAILED', network)
      batch(() => {
        session.told = found
        session.network = network.caipNetworkId
        session.listener?.accounts(found)
        session.listener?.network(network.caipNetworkId)
      })
    },
    async signMessage(extension, account, message) {
      const { signer, name } = extension
      if (typeof signer.signRaw !== 'function') throw cannotSign(name)
      const address = givenAddress(sessionOf(extension).list, account)
      const answer: unknown = await signer.signRaw({ address, data: toHex(message), type: 'bytes' })
      const { signature }: { signature?: unknown } = Object(answer)
      if (typeof signature === 'string' && /^0x([\da-f]{2}){64,66}$/i.test(signature)) return signature
      throw badAnswer('signRaw', 'a signature')
    },
    balance: createBalance(ctx, apis),
    async parseAddress(text) {
      const now = ctx.connections.all.peek().find((one) => one.isInUse && one.namespace === 'polkadot')
      const session = now && sessionOf(parseExtension(now.provider))
      const { caipNetworkId, name } = networks(session)[0] ?? relay
      return parseAddress(text, { name, form: addressForm(caipNetworkId, options) })
    },
  }
}
