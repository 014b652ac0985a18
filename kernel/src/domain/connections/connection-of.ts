import type { ActiveConnection, Connections } from './connections.js'

/** The connection in use of one namespace, or without one the active connection. Reads signals. */
export const connectionOf = (
  { connections }: { readonly connections: Connections },
  namespace: string | null | undefined,
): ActiveConnection | null =>
  namespace
    ? (connections.all.value.find((one) => one.isInUse && one.namespace === namespace) ?? null)
    : connections.active.value
