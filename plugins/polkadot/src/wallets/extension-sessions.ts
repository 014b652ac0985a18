import {
  type Account,
  batch,
  type Context,
  type Handshake,
  type Network,
  type WalletListener,
} from '@wallet-modal/kernel'
import type { ChainContext } from '../chain-context.js'
import { addressForm } from '../chains.js'
import type { InjectedExtension } from '../contract.js'
import { noAccountOn } from '../errors.js'
import { accountsOn, parseAccounts, type WalletAccount } from './accounts.js'

/** State of one extension. */
interface Session {
  list: readonly WalletAccount[]
  /** Last reported accounts. Extensions also report accounts that have not changed. */
  reportedAccounts: readonly Account[]
  /** CAIP-2 id of the active network. */
  network?: string | undefined
  /** Receives the changes of accounts and network. */
  listener?: WalletListener
}

/** Accounts and active network of each extension. Extensions have no active network of their own: the site chooses it. */
export interface ExtensionSessions {
  /** Accounts as listed by the extension. */
  accounts(extension: InjectedExtension): readonly WalletAccount[]
  /** Active network; without an extension, the site's first network. */
  network(extension: InjectedExtension | undefined): Network
  /** Reads the accounts; `null` if there are none. */
  connect(extension: InjectedExtension, caipNetworkId: string | undefined): Promise<Handshake | null>
  /** Subscribes to changes. Returns an unsubscribe function. */
  watch(extension: InjectedExtension, listener: WalletListener): () => void
  /** Throws `SWITCH_FAILED` if the extension has no account for the network. */
  switchNetwork(extension: InjectedExtension, network: Network): void
}

const isSame = (some: readonly Account[], others: readonly Account[]): boolean =>
  some.length === others.length && some.every(({ address }, at) => address === others[at]?.address)

/** Initial network if the site lists no network of this namespace. The modal then shows the network as unsupported. */
const fallbackNetwork: Network = {
  caipNetworkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  namespace: 'polkadot',
  reference: '91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: [],
}

/** Networks of the site, the active one first. */
function networksOf(ctx: Context, active: string | undefined): readonly [Network, ...Network[]] {
  const siteNetworks = ctx.networks.peek().filter(({ namespace }) => namespace === 'polkadot')
  const first = siteNetworks.find(({ caipNetworkId }) => caipNetworkId === active) ?? siteNetworks[0] ?? fallbackNetwork
  return [first, ...siteNetworks.filter((one) => one !== first)]
}

export function createExtensionSessions({ ctx, options }: ChainContext): ExtensionSessions {
  const sessions = new WeakMap<InjectedExtension, Session>()
  const sessionOf = (extension: InjectedExtension): Session => {
    const session = sessions.get(extension) ?? { list: [], reportedAccounts: [] }
    sessions.set(extension, session)
    return session
  }
  const accountsFor = ({ list }: Session, network: Network): readonly Account[] =>
    accountsOn(list, { network, form: addressForm(network.caipNetworkId, options) })
  const parse = (answer: unknown): readonly WalletAccount[] =>
    parseAccounts(answer, (reason) => ctx.log.info(`an account was omitted: ${reason}`))
  const activeNetwork = (session: Session | undefined): Network => networksOf(ctx, session?.network)[0]
  return {
    accounts: (extension) => sessionOf(extension).list,
    network: (extension) => activeNetwork(extension && sessionOf(extension)),
    async connect(extension, caipNetworkId) {
      const session = sessionOf(extension)
      session.network = caipNetworkId
      session.list = parse(await extension.accounts.get())
      if (session.list.length === 0) return null
      // the active network if the extension has an account for it, else the first network with an account
      for (const network of networksOf(ctx, session.network)) {
        const accounts = accountsFor(session, network)
        if (accounts.length === 0) continue
        session.reportedAccounts = accounts
        session.network = network.caipNetworkId
        return { accounts, caipNetworkId: network.caipNetworkId }
      }
      throw noAccountOn('NO_ACCOUNTS', activeNetwork(session))
    },
    watch(extension, listener) {
      const session = sessionOf(extension)
      session.listener = listener
      const unsubscribe: unknown = extension.accounts.subscribe((answer) => {
        try {
          session.list = parse(answer)
          const accounts = accountsFor(session, activeNetwork(session))
          if (isSame(accounts, session.reportedAccounts)) return
          session.reportedAccounts = accounts
          listener.accounts(accounts)
        } catch (error) {
          ctx.log.warn('the wallet sent invalid accounts', error)
        }
      })
      return () => void (typeof unsubscribe === 'function' && unsubscribe())
    },
    switchNetwork(extension, network) {
      const session = sessionOf(extension)
      const accounts = accountsFor(session, network)
      if (accounts.length === 0) throw noAccountOn('SWITCH_FAILED', network)
      batch(() => {
        session.reportedAccounts = accounts
        session.network = network.caipNetworkId
        session.listener?.accounts(accounts)
        session.listener?.network(network.caipNetworkId)
      })
    },
  }
}
