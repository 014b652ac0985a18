import type { Context } from '@wallet-modal/kernel'

const KNOWN: readonly string[] = ['eip155', 'solana', 'polkadot', 'bip122']

/** What visitors call a chain family; of one that we have no text for, what its plugin says, and else the CAIP-2 namespace itself. */
export function familyName(namespace: string, { connections, t }: Pick<Context, 'connections' | 't'>): string {
  if (KNOWN.includes(namespace)) return t(`family.${namespace}`)
  return connections.adapters.peek().find((one) => one.namespace === namespace)?.title ?? namespace
}
