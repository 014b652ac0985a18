import type { Context } from '@wallet-modal/kernel'
import { boolean, object, string } from 'valibot'

const schema = object({ connected: boolean(), caipNetworkId: string() })

/** What a wallet remembers about this site. */
export interface Remembered {
  readonly connected: boolean
  /** The chain the wallet is on. */
  readonly caipNetworkId: string
}

/** The memory of one chain family's wallet. Families share none, so that ending one leaves the others as they are. */
export interface Memory {
  get(): Remembered
  set(change: Partial<Remembered>): void
}

/** Kept under `wallet/<namespace>`, which the plugin's storage permissions list. */
export function createMemory(ctx: Context, namespace: string, caipNetworkId: string): Memory {
  const key = `wallet/${namespace}`
  const get = (): Remembered => ctx.storage.get(key, schema) ?? { connected: false, caipNetworkId }
  return { get, set: (change) => ctx.storage.set(key, { ...get(), ...change }) }
}
