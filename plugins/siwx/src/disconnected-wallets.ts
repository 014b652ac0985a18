import { type ActiveConnection, type Context, untracked } from '@wallet-modal/kernel'

interface Wallet {
  readonly namespace: string
  /** All accounts that the wallet has shared while it was connected. */
  readonly addresses: Set<string>
}

const keyOf = ({ namespace, connectorId }: ActiveConnection): string => `${namespace} ${connectorId}`

/** Calls back when a wallet disconnects while others of its chain family stay connected, with the accounts that no other wallet has. */
export function watchDisconnectedWallets(
  ctx: Context,
  left: (namespace: string, addresses: readonly string[]) => void,
): void {
  const known = new Map<string, Wallet>()
  const look = (all: readonly ActiveConnection[]): void => {
    for (const one of all) {
      const { addresses } = known.get(keyOf(one)) ?? { addresses: new Set<string>() }
      for (const { address } of one.accounts) addresses.add(address)
      known.set(keyOf(one), { namespace: one.namespace, addresses })
    }
    for (const [key, { namespace, addresses }] of known) {
      if (all.some((one) => keyOf(one) === key)) continue
      known.delete(key)
      const others = all.filter((one) => one.namespace === namespace)
      const otherAddresses = new Set(others.flatMap(({ accounts }) => accounts.map(({ address }) => address)))
      const removedAddresses = [...addresses].filter((address) => !otherAddresses.has(address))
      if (others.length > 0 && removedAddresses.length > 0) left(namespace, removedAddresses) // the last wallet of a family is reported by an event
    }
  }
  ctx.effect(() => {
    const all = ctx.connections.all.value
    untracked(() => look(all))
  })
}
