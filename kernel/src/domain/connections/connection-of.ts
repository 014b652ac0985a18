import type { Connections, WalletConnection } from './connections.js'

/** Active connection of a namespace, or of the modal if `namespace` is empty. Reads signals. */
export const connectionOf = (
  { connections }: { readonly connections: Connections },
  namespace: string | null | undefined,
): WalletConnection | null =>
  namespace
    ? (connections.all.value.find((one) => one.isActive && one.namespace === namespace) ?? null)
    : connections.active.value
