import { fail } from '../../errors/errors.js'
import type { Context } from '../../plugins/plugin.js'
import { readWith } from '../../plugins/schema.js'

/** Storage key, in a namespace's plugin, of its wallets. */
export const WALLETS_KEY = 'connector'

/**
 * Stored wallet: connector id, address of the active account if it is not the wallet's first, address of the wallet's first account, and CAIP-2 id of
 * its network. Unknown fields are empty.
 */
export type StoredWallet = readonly string[]

/** Earlier versions stored a single id. */
const wallets = readWith((value): readonly StoredWallet[] => {
  const all = [value].flat().map((one: unknown) => [one].flat())
  const isText = (one: unknown): one is string => typeof one === 'string' && one.length <= 200
  return all.every((one) => one.every(isText)) ? all : fail('INVALID_DATA', 'no connector ids')
})

/** Wallets of this namespace, the active one first; an empty id in its place if none is active. `null` if there are none. */
export const readStoredWallets = (ctx: Context): readonly StoredWallet[] | null => ctx.storage.get(WALLETS_KEY, wallets)
