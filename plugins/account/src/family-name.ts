import type { Context } from '@wallet-modal/kernel'

/** Name of a chain family for visitors, from its adapter. Default: the CAIP-2 namespace. */
export const familyName = (namespace: string, { connections }: Pick<Context, 'connections'>): string =>
  connections.adapters.peek().find((adapter) => adapter.namespace === namespace)?.title ?? namespace
