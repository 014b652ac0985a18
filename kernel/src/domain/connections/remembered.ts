import { fail } from '../../errors/errors.js'
import type { Context } from '../../plugins/plugin.js'
import { readWith } from '../../plugins/schema.js'

/** Storage key of a namespace plugin under which its wallets are remembered. */
export const REMEMBERED = 'connector'

/**
 * One wallet that is kept over page loads: the connector's id, the address of the account in use where it is not the wallet's first, the
 * address of the wallet's first account, and the CAIP-2 id of its network. An empty text stands for what is not known.
 */
export type Remembered = readonly string[]

/** A single id is what earlier versions wrote. */
const wallets = readWith((value): readonly Remembered[] => {
  const all = [value].flat().map((one: unknown) => [one].flat())
  const isText = (one: unknown): one is string => typeof one === 'string' && one.length <= 200
  return all.every((one) => one.every(isText)) ? all : fail('INVALID_DATA', 'no connector ids')
})

/** The wallets of this namespace, the one in use first; an empty id stands there where none is. `null` where there are none. */
export const remembered = (ctx: Context): readonly Remembered[] | null => ctx.storage.get(REMEMBERED, wallets)
