import type { CreateConnectorFn } from '@wagmi/core'
import {
  accountChanged,
  type ConnectionState,
  connected,
  disconnected,
  type NamespaceAdapter,
  networkChanged,
  type WalletModal,
  WalletModalError,
} from '@wallet-modal/kernel'
import type { Eip1193Provider } from './contract.js'
import { parseProvider, readChain, toHexChainId } from './provider.js'

type Address = `0x${string}`
type Live = Extract<ConnectionState, { status: 'connected' }>

const namespace = 'eip155'

/** The active account first, as wagmi expects. */
const addressesOf = ({ account, accounts }: Live): readonly Address[] =>
  [account, ...accounts.filter((one) => one !== account)].map(({ address }): Address => `0x${address.slice(2)}`)
const chainOf = (caipNetworkId: string): number => Number(caipNetworkId.slice(`${namespace}:`.length))

/** Active connection, also while another wallet is being connected. */
const inUse = (now: ConnectionState): Live | undefined =>
  now.status === 'connected' ? now : now.status === 'disconnected' ? undefined : now.inUse

/** Waits for a connection, or until a silent reconnect has failed. */
const settled = (adapter: NamespaceAdapter): Promise<Live | undefined> =>
  new Promise((resolve) => {
    const stop = adapter.state.subscribe((now) => {
      const live = inUse(now)
      if (!live && now.status !== 'disconnected') return
      queueMicrotask(() => stop())
      resolve(live)
    })
  })

type Emitter = Parameters<CreateConnectorFn>[0]['emitter']

/** Reports connections, switches and disconnects in the modal to wagmi. */
function reportTo(emitter: Emitter, modal: WalletModal, live: () => Live): void {
  modal.on(connected, ({ namespace: whose }) => {
    if (whose === namespace)
      emitter.emit('connect', { accounts: addressesOf(live()), chainId: chainOf(live().caipNetworkId) })
  })
  modal.on(accountChanged, ({ namespace: whose }) => {
    if (whose === namespace) emitter.emit('change', { accounts: addressesOf(live()) })
  })
  modal.on(networkChanged, ({ namespace: whose, caipNetworkId }) => {
    if (whose === namespace) emitter.emit('change', { chainId: chainOf(caipNetworkId) })
  })
  modal.on(disconnected, ({ namespace: whose }) => {
    if (whose === namespace) emitter.emit('disconnect')
  })
}

/**
 * wagmi connector for the modal's EVM connection: `createConfig({ connectors: [walletModal(modal)], multiInjectedProviderDiscovery: false })`.
 * Connecting opens the modal; connections, switches and disconnects in the modal are reported to wagmi. Throws code 4001 if the visitor closes the
 * modal.
 */
export function walletModal(modal: WalletModal): CreateConnectorFn<Eip1193Provider> {
  return ({ chains, emitter }) => {
    const adapter = (): NamespaceAdapter => modal.connections.adapter(namespace)
    const live = (): Live => {
      const now = inUse(adapter().state.peek())
      if (now) return now
      throw new WalletModalError('NOT_CONNECTED', 'No EVM wallet is connected.')
    }
    const provider = (): Eip1193Provider => parseProvider(live().provider)
    /** Read from the wallet: wagmi compares it before sending, and not every wallet reports a switch. */
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
        reportTo(emitter, modal, live)
      },
      // wagmi's type depends on `withCapabilities`; capabilities are queried through the provider (EIP-5792)
      async connect({ chainId, isReconnecting, withCapabilities } = {}) {
        const before = await settled(adapter())
        if (!before && !isReconnecting) await modal.open()
        if (!inUse(adapter().state.peek())) throw rejected('The visitor closed the modal without connecting a wallet.')
        if (chainId !== undefined && chainId !== chainOf(live().caipNetworkId)) await switchTo(chainId)
        const addresses = addressesOf(live())
        const accounts = withCapabilities ? addresses.map((address) => ({ address, capabilities: {} })) : addresses
        return { accounts: accounts as never, chainId: chainOf(live().caipNetworkId) }
      },
      disconnect: () => modal.disconnect(namespace),
      getAccounts: async () => addressesOf(live()),
      getChainId: walletChain,
      getProvider: async () => provider(),
      isAuthorized: async () => (await settled(adapter())) !== undefined,
      async switchChain({ chainId }) {
        const chain = chains.find(({ id }) => id === chainId)
        if (!chain) throw new WalletModalError('UNKNOWN_NETWORK', `The chain ${chainId} is not among wagmi's chains.`)
        await switchTo(chainId)
        return chain
      },
      // the modal's events report it
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {},
    }
  }
}

/** EIP-1193: user rejected request. */
const rejected = (message: string): Error => Object.assign(new Error(message), { code: 4001 })
