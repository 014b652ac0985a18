import type { Context } from '@wallet-modal/kernel'

/** Display name of a chain family: its adapter's `title`, or else the CAIP-2 namespace. */
export const familyName = (namespace: string, { connections }: Pick<Context, 'connections'>): string =>
  connections.adapters.peek().find((adapter) => adapter.namespace === namespace)?.title ?? namespace
