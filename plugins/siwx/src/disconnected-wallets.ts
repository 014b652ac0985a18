import { type ActiveConnection, type Context, untracked } from '@wallet-modal/kernel'

interface Wallet {
  readonly namespace: string
  /** All accounts that the wallet has shared while it was connected. */
  readonly addresses: Set<string>
}

const keyOf = ({ namespace, connectorId }: ActiveConnection): string => `${namespace} ${connectorId}`

/**
 * Calls `onDisconnected` when a wallet disconnects while other wallets of its chain family stay connected. `addresses` are the addresses of the
 * disconnected wallet that no other wallet of the family has.
 */
export function watchDisconnectedWallets(
  ctx: Context,
  onDisconnected: (namespace: string, addresses: readonly string[]) => void,
): void {
  const wallets = new Map<string, Wallet>()
  const update = (all: readonly ActiveConnection[]): void => {
    for (const connection of all) {
      const { addresses } = wallets.get(keyOf(connection)) ?? { addresses: new Set<string>() }
      for (const { address } of connection.accounts) addresses.add(address)
      wallets.set(keyOf(connection), { namespace: connection.namespace, addresses })
    }
    for (const [key, { namespace, addresses }] of wallets) {
      if (all.some((connection) => keyOf(connection) === key)) continue
      wallets.delete(key)
      const others = all.filter((connection) => connection.namespace === namespace)
      const otherAddresses = new Set(others.flatMap(({ accounts }) => accounts.map(({ address }) => address)))
      const removedAddresses = [...addresses].filter((address) => !otherAddresses.has(address))
      // for the last wallet of a family, the kernel emits `disconnected`
      if (others.length > 0 && removedAddresses.length > 0) onDisconnected(namespace, removedAddresses)
    }
  }
  ctx.effect(() => {
    const all = ctx.connections.all.value
    untracked(() => update(all))
  })
}
