import { type Context, untracked, type WalletConnection } from '@wallet-modal/kernel'

interface Wallet {
  readonly namespace: string
  /** Provider of the connection. If the connector pairs by link, a connection to another wallet has another provider. */
  readonly provider: unknown
  /** Addresses of all accounts that the wallet has shared since it connected. */
  readonly addresses: Set<string>
}

const keyOf = ({ namespace, connectorId }: WalletConnection): string => `${namespace} ${connectorId}`

/**
 * Calls `onDisconnected` when a wallet disconnects, or when its connector connects another wallet instead. The latter is possible for connectors that
 * pair by link, such as WalletConnect. `addresses`: addresses of the disconnected wallet that no connected wallet of the same chain family has. Not
 * called when a family loses its active wallet and has no other wallet: the kernel's event `disconnected` reports that.
 */
export function watchDisconnectedWallets(
  ctx: Context,
  onDisconnected: (namespace: string, addresses: readonly string[]) => void,
): void {
  const wallets = new Map<string, Wallet>()
  /** Chain families that had an active wallet at the previous update. */
  let activeFamilies: readonly string[] = []
  const reportRemoval = ({ namespace, addresses }: Wallet, all: readonly WalletConnection[]): void => {
    const others = all.filter((connection) => connection.namespace === namespace)
    const otherAddresses = new Set(others.flatMap(({ accounts }) => accounts.map(({ address }) => address)))
    const removedAddresses = [...addresses].filter((address) => !otherAddresses.has(address))
    const isReportedByKernel = others.length === 0 && activeFamilies.includes(namespace)
    if (removedAddresses.length > 0 && !isReportedByKernel) onDisconnected(namespace, removedAddresses)
  }
  /** Whether the connector pairs by link. Any other connector always connects the same wallet, but the provider may be new. */
  const pairsByLink = ({ namespace, connectorId }: WalletConnection): boolean => {
    const adapter = ctx.connections.adapters.peek().find((one) => one.namespace === namespace)
    return adapter?.connectors.peek().some((one) => one.id === connectorId && one.pairsByLink) ?? false
  }
  const update = (all: readonly WalletConnection[]): void => {
    for (const connection of all) {
      const { namespace, provider } = connection
      const previous = wallets.get(keyOf(connection))
      const isReplaced = previous !== undefined && previous.provider !== provider && pairsByLink(connection)
      const addresses = new Set(isReplaced ? [] : previous?.addresses)
      for (const { address } of connection.accounts) addresses.add(address)
      wallets.set(keyOf(connection), { namespace, provider, addresses })
      if (isReplaced) reportRemoval(previous, all)
    }
    for (const [key, wallet] of wallets) {
      if (all.some((connection) => keyOf(connection) === key)) continue
      wallets.delete(key)
      reportRemoval(wallet, all)
    }
    activeFamilies = all.filter(({ isActive }) => isActive).map(({ namespace }) => namespace)
  }
  ctx.effect(() => {
    const all = ctx.connections.all.value
    untracked(() => update(all))
  })
}
