import type { Context } from '@wallet-modal/kernel'

/** Name of a chain family for visitors, as its plugin gives it. Default: the CAIP-2 namespace. */
export const familyName = (namespace: string, { connections }: Pick<Context, 'connections'>): string =>
  connections.adapters.peek().find((one) => one.namespace === namespace)?.title ?? namespace
