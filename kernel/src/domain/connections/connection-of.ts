import type { ActiveConnection, Connections } from './connections.js'

/** The namespace's active connection; without a namespace, the modal's. Reads signals. */
export const connectionOf = (
  { connections }: { readonly connections: Connections },
  namespace: string | null | undefined,
): ActiveConnection | null =>
  namespace
    ? (connections.all.value.find((one) => one.isInUse && one.namespace === namespace) ?? null)
    : connections.active.value
