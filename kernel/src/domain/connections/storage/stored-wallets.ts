import { fail } from '../../../errors/errors.js'
import type { Context } from '../../../plugins/plugin.js'
import { readWith } from '../../../plugins/schema.js'

/** Storage key of a namespace's wallets, in the storage of its plugin. */
export const WALLETS_KEY = 'connector'

/**
 * Stored wallet: `[connectorId, activeAddress, firstAddress, caipNetworkId]`. `firstAddress`: the wallet's first account. `activeAddress` is empty if
 * this account is active. Unknown fields are empty or absent.
 */
export type StoredWallet = readonly string[]

/** Parses stored wallets. Also accepts a single connector id, which earlier versions stored. */
const wallets = readWith((value): readonly StoredWallet[] => {
  const all = [value].flat().map((one: unknown) => [one].flat())
  const isText = (one: unknown): one is string => typeof one === 'string' && one.length <= 200
  return all.every((one) => one.every(isText)) ? all : fail('INVALID_DATA', 'not a list of connector ids')
})

/** Stored wallets of this namespace, the active one first. If none is active, the first item has an empty id. */
export const readStoredWallets = (ctx: Context): readonly StoredWallet[] => ctx.storage.get(WALLETS_KEY, wallets) ?? []
