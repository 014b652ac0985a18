import * as v from 'valibot'
import { RequestError } from '../http.js'
import type { Store } from '../store.js'

/** Upper bound on passkeys of an account. */
export const MAX_PASSKEYS = 10

/** Upper bound on readable and unreadable records of an account. */
const MAX_RECORDS = 2 * MAX_PASSKEYS

export const passkeyRecord = v.object({
  /** Id of the WebAuthn credential, in base64url. */
  credentialId: v.pipe(v.string(), v.regex(/^[\w-]{16,1400}$/)),
  /** Share of the account's key, encrypted in the frame with a key derived from the passkey. In hex. */
  sealedShare: v.pipe(v.string(), v.regex(/^(?:[\da-f]{2}){29,256}$/)),
})
type PasskeyRecord = v.InferOutput<typeof passkeyRecord>

const storedPasskey = v.object({
  ...passkeyRecord.entries,
  /** Milliseconds since 1970. Absent in records of older gateways. */
  addedAt: v.optional(v.number()),
})
type StoredPasskey = v.InferOutput<typeof storedPasskey>

/** Stored value of an account. Adding and removing passkeys keeps unreadable records, for example those of a newer gateway. */
const storedList = v.optional(v.array(v.unknown()), [])

/** Key shares of each account, encrypted with passkeys. */
interface Passkeys {
  /** Leaves out unreadable records, so that the other passkeys and the recovery code still work. */
  list(accountId: string): Promise<readonly StoredPasskey[]>
  /** Adds a record, or replaces the record of the same credential. Rejects with `CONFLICT` if the account has {@link MAX_PASSKEYS} other passkeys. */
  add(accountId: string, record: PasskeyRecord): Promise<void>
  remove(accountId: string, credentialId: string): Promise<void>
}

interface PasskeysDependencies {
  readonly store: Store
  readonly now: () => number
}

export function createPasskeys({ store, now }: PasskeysDependencies): Passkeys {
  const keyOf = (accountId: string): string => `passkeys:${accountId}`
  const isReadable = (stored: unknown): stored is StoredPasskey => v.is(storedPasskey, stored)
  const without = (before: unknown, credentialId: string): unknown[] =>
    v.parse(storedList, before).filter((record) => Object(record).credentialId !== credentialId)
  return {
    async list(accountId) {
      const stored = await store.get(keyOf(accountId))
      return Array.isArray(stored) ? stored.filter(isReadable) : []
    },
    async add(accountId, record) {
      await store.update(keyOf(accountId), (before) => {
        const others = without(before, record.credentialId)
        if (others.filter(isReadable).length >= MAX_PASSKEYS || others.length >= MAX_RECORDS)
          throw new RequestError('CONFLICT', 'The account has ten passkeys. Remove one.', { reason: 'PASSKEYS_FULL' })
        return [...others, { ...record, addedAt: now() }]
      })
    },
    async remove(accountId, credentialId) {
      await store.update(keyOf(accountId), (before) => without(before, credentialId))
    },
  }
}
