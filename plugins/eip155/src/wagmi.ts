import type { CreateConnectorFn } from '@wagmi/core'
import {
  accountChanged,
  type ConnectionState,
  type ConnectParams,
  connected,
  disconnected,
  isWalletModalError,
  type NamespaceAdapter,
  networkChanged,
  view,
  type WalletModal,
  WalletModalError,
} from '@wallet-modal/kernel'
import type { Eip1193Provider } from './contract.js'
import { warnOfMissingChains } from './missing-chains.js'
import { parseProvider } from './wallets/parse-provider.js'
import { readChain, toHexChainId } from './wallets/provider.js'

type Address = `0x${string}`
type Connected = Extract<ConnectionState, { status: 'connected' }>

const namespace = 'eip155'
/** Referenced by name, so that a site does not need the plugin. */
const Connect = view<ConnectParams | undefined>('@wallet-modal/connect#Connect')

/** The active account first, as wagmi expects. */
const addressesOf = ({ account, accounts }: Connected): readonly Address[] =>
  [account, ...accounts.filter((one) => one !== account)].map(({ address }): Address => `0x${address.slice(2)}`)
const chainOf = (caipNetworkId: string): number => Number(caipNetworkId.slice(`${namespace}:`.length))

/** Active connection, also while another wallet is being connected. */
const activeConnectionOf = (state: ConnectionState): Connected | undefined =>
  state.status === 'connected' ? state : state.status === 'disconnected' ? undefined : state.active

/** Resolves to the active connection as soon as there is one, and to `undefined` when the state of the adapter is `disconnected`. */
const whenSettled = (adapter: NamespaceAdapter): Promise<Connected | undefined> =>
  new Promise((resolve) => {
    const unsubscribe = adapter.state.subscribe((state) => {
      const connection = activeConnectionOf(state)
      if (!connection && state.status !== 'disconnected') return
      // `subscribe` calls this listener before it returns `unsubscribe`
      queueMicrotask(() => unsubscribe())
      resolve(connection)
    })
  })

/** Opens the wallets of this namespace. The default view would show the account of another connected namespace. */
async function openConnect(modal: WalletModal): Promise<void> {
  if (modal.connections.adapters.peek().length === 1) return modal.open()
  try {
    await modal.open({ view: Connect, params: { namespace } })
  } catch (error) {
    if (!isWalletModalError(error) || error.code !== 'UNKNOWN_VIEW') throw error
    await modal.open()
  }
}

type Emitter = Parameters<CreateConnectorFn>[0]['emitter']

/** Reports connections, switches and disconnects in the modal to wagmi. */
function reportTo(emitter: Emitter, modal: WalletModal, requireConnection: () => Connected): void {
  modal.on(connected, ({ namespace: eventNamespace }) => {
    if (eventNamespace === namespace)
      emitter.emit('connect', {
        accounts: addressesOf(requireConnection()),
        chainId: chainOf(requireConnection().caipNetworkId),
      })
  })
  modal.on(accountChanged, ({ namespace: eventNamespace }) => {
    if (eventNamespace === namespace) emitter.emit('change', { accounts: addressesOf(requireConnection()) })
  })
  modal.on(networkChanged, ({ namespace: eventNamespace, caipNetworkId }) => {
    if (eventNamespace === namespace) emitter.emit('change', { chainId: chainOf(caipNetworkId) })
  })
  modal.on(disconnected, ({ namespace: eventNamespace }) => {
    if (eventNamespace === namespace) emitter.emit('disconnect')
  })
}

/**
 * wagmi connector for the modal's EVM connection: `createConfig({ connectors: [walletModal(modal)], multiInjectedProviderDiscovery: false })`.
 * Connecting opens the modal; connections, switches and disconnects in the modal are reported to wagmi. Throws an error with the code 4001 if the
 * visitor closes the modal. `modal` is not used on a server, so it can be a client reference of React. In development, warns about networks of the
 * modal that wagmi's `chains` do not include.
 */
export function walletModal(modal: WalletModal): CreateConnectorFn<Eip1193Provider> {
  return ({ chains, emitter }) => {
    const adapter = (): NamespaceAdapter => modal.connections.adapter(namespace)
    const requireConnection = (): Connected => {
      const connection = activeConnectionOf(adapter().state.peek())
      if (connection) return connection
      throw new WalletModalError('NOT_CONNECTED', 'No EVM wallet is connected.')
    }
    const provider = (): Eip1193Provider => parseProvider(requireConnection().provider)
    /** Chain id, read from the wallet: wagmi compares it before sending, and not every wallet reports a switch. */
    const walletChain = async (): Promise<number> => chainOf(await readChain(provider()))
    const switchTo = async (chainId: number): Promise<void> => {
      const { status } = await modal.switchNetwork(`${namespace}:${chainId}`)
      if (status === 'rejected') throw rejected('The visitor declined to switch the network.')
      if ((await walletChain()) === chainId) return
      const params = [{ chainId: toHexChainId(String(chainId)) }]
      await provider().request({ method: 'wallet_switchEthereumChain', params })
    }
    return {
      id: 'walletModal',
      name: 'Wallet Modal',
      type: 'walletModal',
      async setup() {
        // wagmi's recipe for server-side rendering runs this on the server too, where `modal` can be a client reference of React
        if (typeof window === 'undefined') return
        if (process.env.NODE_ENV !== 'production') warnOfMissingChains(modal.networks, chains)
        reportTo(emitter, modal, requireConnection)
      },
      // `accounts` is cast to `never` because wagmi's result type depends on `withCapabilities`. `capabilities` is empty: wagmi queries them through
      // the provider (EIP-5792).
      async connect({ chainId, isReconnecting, withCapabilities } = {}) {
        const before = await whenSettled(adapter())
        if (!before && !isReconnecting) await openConnect(modal)
        if (!activeConnectionOf(adapter().state.peek()))
          throw rejected('The visitor closed the modal without connecting a wallet.')
        if (chainId !== undefined && chainId !== chainOf(requireConnection().caipNetworkId)) await switchTo(chainId)
        const addresses = addressesOf(requireConnection())
        const accounts = withCapabilities ? addresses.map((address) => ({ address, capabilities: {} })) : addresses
        return { accounts: accounts as never, chainId: chainOf(requireConnection().caipNetworkId) }
      },
      disconnect: () => modal.disconnect(namespace),
      getAccounts: async () => addressesOf(requireConnection()),
      getChainId: walletChain,
      getProvider: async () => provider(),
      isAuthorized: async () => (await whenSettled(adapter())) !== undefined,
      async switchChain({ chainId }) {
        const chain = chains.find(({ id }) => id === chainId)
        if (!chain) throw new WalletModalError('UNKNOWN_NETWORK', `The chain ${chainId} is not among wagmi's chains.`)
        await switchTo(chainId)
        return chain
      },
      // not needed: `reportTo` subscribes to the modal's events
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {},
    }
  }
}

/** EIP-1193: user rejected request. */
const rejected = (message: string): Error => Object.assign(new Error(message), { code: 4001 })
