import type { Context } from '@wallet-modal/kernel'
import { boolean, object, string } from 'valibot'

const KEY = 'wallet'
const schema = object({ connected: boolean(), caipNetworkId: string() })

export interface WalletMemory {
  readonly connected: boolean
  /** The chain the wallet is on. */
  readonly caipNetworkId: string
}

/** What a real wallet would remember about this site. */
export function createPermission(
  ctx: Context,
  initial: WalletMemory,
): { get(): WalletMemory; set(change: Partial<WalletMemory>): void } {
  return {
    get: () => ctx.storage.get(KEY, schema) ?? initial,
    set(change) {
      ctx.storage.set(KEY, { ...(ctx.storage.get(KEY, schema) ?? initial), ...change })
    },
  }
}
