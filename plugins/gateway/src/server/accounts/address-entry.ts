import * as v from 'valibot'

/**
 * Store entry of an email address or a social identity. A first login stores only the account's id. A change of address adds its own id to `changes`.
 * If the change fails, it removes its id again, and deletes the entry if `changes` is then empty.
 */
const entrySchema = v.union([v.string(), v.object({ accountId: v.string(), changes: v.array(v.string()) })])

/** Element of `changes` for a first login, so that a failed change does not delete its entry. */
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

/** Returns the entry without a failed change; `undefined` if the entry must be deleted, because `changes` is then empty. */
export function removeChange(entry: unknown, change: string): unknown {
  const parsed = parse(entry)
  if (!parsed?.changes.includes(change)) return entry
  const changes = parsed.changes.filter((one) => one !== change)
  return changes.length > 0 ? { accountId: parsed.accountId, changes } : undefined
}
