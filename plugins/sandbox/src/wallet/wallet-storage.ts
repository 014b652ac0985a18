import type { Context } from '@wallet-modal/kernel'
import { boolean, object, string } from 'valibot'

const schema = object({ connected: boolean(), caipNetworkId: string() })

/** The wallet's stored state for this site. */
export interface StoredWallet {
  readonly connected: boolean
  /** Active chain of the wallet (CAIP-2). */
  readonly caipNetworkId: string
}

/** Access to the stored state of one chain family's wallet. Each family has its own state, so that the families connect independently. */
export interface WalletStorage {
  get(): StoredWallet
  set(change: Partial<StoredWallet>): void
}

/** Stores the state under the key `wallet/<namespace>`, which is in the plugin's storage permissions. */
export function createWalletStorage(ctx: Context, namespace: string, caipNetworkId: string): WalletStorage {
  const key = `wallet/${namespace}`
  const get = (): StoredWallet => ctx.storage.get(key, schema) ?? { connected: false, caipNetworkId }
  return { get, set: (change) => ctx.storage.set(key, { ...get(), ...change }) }
}
