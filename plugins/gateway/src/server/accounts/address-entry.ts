import * as v from 'valibot'

/**
 * Store entry of an email address or a social identity: the id of its account, and the ids of the `changes` of address that have written the entry. A
 * first login stores only the account's id, which counts as one change. A failed change of address removes its id again, and deletes the entry only
 * if `changes` is then empty: an entry that a login or a successful change has written remains.
 */
const entrySchema = v.union([v.string(), v.object({ accountId: v.string(), changes: v.array(v.string()) })])

/** Element of `changes` that represents the login which created the entry. */
const FIRST_LOGIN = 'login'

function parse(entry: unknown): { readonly accountId: string; readonly changes: readonly string[] } | undefined {
  if (entry === undefined) return undefined
  const parsed = v.parse(entrySchema, entry)
  return typeof parsed === 'string' ? { accountId: parsed, changes: [FIRST_LOGIN] } : parsed
}

/** Account of an entry; `undefined` if there is no entry. */
export const accountOf = (entry: unknown): string | undefined => parse(entry)?.accountId

/** Adds a change of the account's address to an entry. `undefined` if the entry belongs to another account. */
export function addChange(entry: unknown, accountId: string, change: string): object | undefined {
  const { accountId: owner, changes } = parse(entry) ?? { accountId, changes: [] }
  return owner === accountId ? { accountId, changes: [...changes, change] } : undefined
}

/** Returns the entry without a failed change; `undefined` if no login and no other change has written the entry, which must then be deleted. */
export function removeChange(entry: unknown, change: string): unknown {
  const parsed = parse(entry)
  if (!parsed?.changes.includes(change)) return entry
  const changes = parsed.changes.filter((one) => one !== change)
  return changes.length > 0 ? { accountId: parsed.accountId, changes } : undefined
}
