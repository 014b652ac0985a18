import {
  type ActiveConnection,
  type Context,
  computed,
  messageOf,
  type ReadonlySignal,
  view,
} from '@wallet-modal/kernel'

/** Opened by name: whichever plugin registers it. */
const Connect = view('@wallet-modal/connect#Connect')

/** One chain family of the site, with its wallet where one is connected. */
export interface NamespaceWallet {
  readonly namespace: string
  readonly connection: ActiveConnection | null
  /** The wallet's mark. */
  readonly icon: string | undefined
}

export interface Wallets {
  /** The families that the site has networks of, and those that are connected. */
  readonly wallets: ReadonlySignal<readonly NamespaceWallet[]>
  /** Makes a connected namespace the one that the account shows. */
  activate(namespace: string): void
  switchAccount(connection: ActiveConnection, address: string): void
  /** Without a namespace: all. What fails is told by a toast. */
  leave(namespace?: string): Promise<void>
  connectAnother(): void
}

/** The wallets of all namespaces together. */
export function createWallets(ctx: Context): Wallets {
  const { connections } = ctx
  const wallets = computed(() =>
    connections.adapters.value.flatMap((adapter): NamespaceWallet[] => {
      const { namespace, connectors } = adapter
      const state = adapter.state.value
      if (state.status !== 'connected') {
        const isOffered = ctx.networks.value.some((network) => network.namespace === namespace)
        return isOffered ? [{ namespace, connection: null, icon: undefined }] : []
      }
      const network = ctx.networks.value.find((one) => one.caipNetworkId === state.caipNetworkId)
      const icon = connectors.value.find((one) => one.id === state.connectorId)?.icon
      return [{ namespace, connection: { ...state, namespace, adapter, network }, icon }]
    }),
  )
  return {
    wallets,
    activate(namespace) {
      if (connections.active.peek()?.namespace === namespace) return
      connections.activate(namespace)
      ctx.toast.success(ctx.t('wallets.switched'))
    },
    switchAccount({ adapter, account, namespace }, address) {
      connections.activate(namespace)
      if (account.address === address) return
      adapter.switchAccount(address)
      ctx.toast.success(ctx.t('wallets.accountSwitched'))
    },
    async leave(namespace) {
      try {
        await connections.disconnect(namespace)
        ctx.toast.success(ctx.t('wallets.disconnected'))
      } catch (error) {
        ctx.log.warn(messageOf(error))
        ctx.toast.error(ctx.t('wallets.disconnectFailed'))
      }
    },
    connectAnother: () => void ctx.router.push(Connect).catch((error: unknown) => ctx.log.warn(messageOf(error))),
  }
}
