import type { Connections, WalletConnection } from './connections.js'

/** Active connection of a namespace; without a namespace, of the modal. Reads signals, so that a `computed` or an effect subscribes to them. */
export const connectionOf = (
  { connections }: { readonly connections: Connections },
  namespace: string | null | undefined,
): WalletConnection | null =>
  namespace
    ? (connections.all.value.find((one) => one.isActive && one.namespace === namespace) ?? null)
    : connections.active.value
