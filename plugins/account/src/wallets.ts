import type { Connect as ConnectView } from '@wallet-modal/connect/contract'
import {
  type Connector,
  type ConnectParams,
  type Context,
  computed,
  connected,
  messageOf,
  type ReadonlySignal,
  signal,
  view,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { ProfileWallets } from './contract.js'
import { createRecent, type RecentWallet } from './recent.js'

/** Connect view, referenced by name: any plugin may register it. */
const Connect: typeof ConnectView = view('@wallet-modal/connect#Connect')

/** Chain family with its connected wallets, the active wallet first. */
export interface NamespaceWallets {
  readonly namespace: string
  readonly connections: readonly WalletConnection[]
}

/** Previously connected wallet that can be reconnected. */
export interface ReconnectableWallet extends RecentWallet {
  readonly connector: Connector
}

/** Last request to reconnect a wallet. */
interface Reconnecting extends RecentWallet {
  readonly status: 'waiting' | 'rejected' | 'failed'
}

export interface Wallets {
  /** Chain families that have a network of the site or a connected wallet. Families with a connected wallet come first. */
  readonly wallets: ReadonlySignal<readonly NamespaceWallets[]>
  /** Previously connected wallets that can be reconnected: a connector exists, and the wallet is not connected now. */
  readonly recent: ReadonlySignal<readonly ReconnectableWallet[]>
  readonly reconnecting: ReadonlySignal<Reconnecting | null>
  /** Makes a connection active, optionally with another of its accounts. */
  activate(connection: WalletConnection, address?: string): void
  /** Disconnects one wallet; without an argument, all wallets. Shows a toast on success and on failure. */
  disconnectWallets(connection?: WalletConnection): Promise<void>
  /** Opens the Connect view for this namespace, and returns to the list of wallets when a new wallet is connected. */
  addWallet(namespace: string): void
  reconnect(wallet: ReconnectableWallet): Promise<void>
  /** Opens the Connect view. */
  connectAnother(params?: ConnectParams): void
}

/** Lists previously connected wallets, and connects them again. */
function createReconnect(ctx: Context): Pick<Wallets, 'recent' | 'reconnecting' | 'reconnect'> {
  const { connections } = ctx
  const stored = createRecent(ctx)
  const recent = computed(() =>
    stored.value.flatMap((wallet): readonly ReconnectableWallet[] => {
      const adapter = connections.adapters.value.find(({ namespace }) => namespace === wallet.namespace)
      const connector = adapter?.connectors.value.find(({ id, suspicious }) => id === wallet.connectorId && !suspicious)
      return connector ? [{ ...wallet, connector }] : []
    }),
  )
  const reconnecting = signal<Reconnecting | null>(null)
  /** Abort controllers of the pending requests. Each chain family can have one pending request. */
  const controllers = new Set<AbortController>()
  // cancels the requests when the modal closes, so that a later approval in a wallet connects nothing
  ctx.onDispose(
    ctx.router.current.subscribe((route) => {
      if (!route) for (const controller of controllers) controller.abort()
    }),
  )
  return {
    recent,
    reconnecting,
    async reconnect({ connector, namespace, connectorId }) {
      if (connector.view)
        return void ctx.router.push(view<ConnectParams | undefined>(connector.view.name), { namespace })
      const attempt: Reconnecting = { namespace, connectorId, status: 'waiting' }
      const pending = reconnecting.peek()
      const isSame = pending?.namespace === namespace && pending.connectorId === connectorId
      if (isSame && pending.status === 'waiting') return
      const settle = (status?: 'rejected' | 'failed'): void => {
        if (reconnecting.peek() === attempt) reconnecting.value = status ? { ...attempt, status } : null
      }
      reconnecting.value = attempt
      const controller = new AbortController()
      controllers.add(controller)
      try {
        const { status } = await connections.connect(connector, { namespace, signal: controller.signal })
        settle(status === 'notGranted' ? 'failed' : status === 'rejected' ? status : undefined)
      } catch (error) {
        ctx.log.warn(messageOf(error))
        settle('failed')
      } finally {
        controllers.delete(controller)
      }
    },
  }
}

export function createWallets(ctx: Context): Wallets {
  const { connections } = ctx
  let isAdding = false

  const wallets = computed(() => {
    const all = connections.adapters.value.map(({ namespace }) => ({
      namespace,
      connections: connections.all.value.filter((one) => one.namespace === namespace),
    }))
    const isOffered = (namespace: string): boolean => ctx.networks.value.some((one) => one.namespace === namespace)
    return all
      .filter((one) => one.connections.length > 0 || isOffered(one.namespace))
      .toSorted((one, other) => Number(other.connections.length > 0) - Number(one.connections.length > 0))
  })
  const connectAnother = (params?: ConnectParams): void =>
    void ctx.router.push(Connect, params).catch((error: unknown) => ctx.log.warn(messageOf(error)))

  // a new connection closes the modal; after `addWallet`, the modal opens again with the list of wallets
  ctx.on(connected, ({ restored }) => {
    if (restored || !isAdding) return
    isAdding = false
    ctx.toast.success(ctx.t('wallets.added'))
    queueMicrotask(() => void ctx.router.reset(ProfileWallets))
  })
  ctx.onDispose(
    ctx.router.current.subscribe(() =>
      queueMicrotask(() => {
        if (!ctx.router.current.peek()) isAdding = false
      }),
    ),
  )
  return {
    wallets,
    ...createReconnect(ctx),
    connectAnother,
    activate({ namespace, connectorId, isActive, account }, address = account.address) {
      const before = connections.active.peek()
      if (isActive && before?.namespace === namespace && before.account.address === address) return
      connections.activate(namespace, connectorId, address)
      const isOtherWallet = before?.namespace !== namespace || before.connectorId !== connectorId
      ctx.toast.success(ctx.t(isOtherWallet ? 'wallets.switched' : 'wallets.accountSwitched'))
    },
    async disconnectWallets(connection) {
      try {
        await connections.disconnect(connection?.namespace, connection?.connectorId)
        ctx.toast.success(ctx.t('wallets.disconnected'))
      } catch (error) {
        ctx.log.warn(messageOf(error))
        ctx.toast.error(ctx.t('wallets.disconnectFailed'))
      }
    },
    addWallet(namespace) {
      isAdding = true
      connectAnother({ namespace })
    },
  }
}
