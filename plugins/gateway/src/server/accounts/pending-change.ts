import * as v from 'valibot'
import { RequestError } from '../http.js'
import type { Store } from '../store.js'
import { CODE_MS, type Codes } from './codes.js'
import type { Secrets } from './secrets.js'
import type { Session } from './sessions.js'
import type { Language } from './texts/language.js'

export const changeId = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))

/** Pending change of an account's email address, as stored. `email` (the new address) and `request` are encrypted. */
const pendingChange = v.object({
  accountId: v.string(),
  /** Id of the login that started the change. Only this login can continue it. */
  login: v.string(),
  email: v.string(),
  /**
   * Address whose code is required next. `PRIMARY`: the old address; `SECONDARY`: the new address. `VERIFIED`: both codes were correct. `DONE`: the
   * account has the new address.
   */
  step: v.picklist(['PRIMARY', 'SECONDARY', 'VERIFIED', 'DONE']),
  /** Address of the key that signed the request for this change. Absent if the account had no key. */
  signer: v.optional(v.string()),
  /** Id of the latest code request. Absent until a code was sent to the address of this step. */
  request: v.optional(v.string()),
  expiresAt: v.number(),
})
export type PendingChange = v.InferOutput<typeof pendingChange>

/** Time limit for entering both codes. Sending a code again does not extend it. */
export const CHANGE_MS = 3 * CODE_MS

/** Session that changes the email address of its account. */
export interface ChangeCaller {
  readonly session: Session
  readonly token: string
  readonly language: Language
}

export interface PendingChangeDependencies {
  readonly store: Store
  readonly secrets: Secrets
  readonly codes: Codes
  readonly now: () => number
}

/** Pending changes of address in the store, and their codes. */
export function createPendingChanges({ store, secrets, codes, now }: PendingChangeDependencies) {
  const keyOf = async (change: string): Promise<string> => `email-change:${await secrets.hash('change', change)}`
  /** Change with the decrypted new address. Rejects with `NOT_FOUND` if it has expired, or was started by another login. */
  const find = async (change: string, { accountId, login: loginId }: Session): Promise<PendingChange> => {
    const { success, output } = v.safeParse(pendingChange, await store.get(await keyOf(change)))
    const isOwn = success && output.accountId === accountId && output.login === loginId
    if (isOwn && output.expiresAt > now())
      return { ...output, email: await secrets.openText('change email', output.email) }
    throw new RequestError('NOT_FOUND', 'The change of email has expired. Start again.', { reason: 'CHANGE_EXPIRED' })
  }
  const save = async (change: string, record: PendingChange): Promise<void> => {
    const email = await secrets.sealText('change email', record.email)
    await store.set(await keyOf(change), { ...record, email }, { lifetimeMs: CHANGE_MS })
  }
  /** Mails the code that is required next, and stores the change with the id of the code's request. */
  const send = async (change: string, record: PendingChange, { session, language }: ChangeCaller): Promise<void> => {
    const { site, email: current } = session
    const from = current ?? ''
    const isPrimary = record.step === 'PRIMARY'
    const request = await codes.send({
      email: isPrimary ? from : record.email,
      ...{ site, language },
      purpose: isPrimary ? 'leave address' : 'enter address',
      change: { from, to: record.email },
    })
    await save(change, { ...record, request: await secrets.sealText('change code', request) })
  }
  /** Rejects like `Codes.verify` if the code of the current step is not valid. */
  const verify = async (record: PendingChange, code: string): Promise<void> => {
    if (record.request === undefined) throw new RequestError('INVALID_REQUEST', 'Ask for a code first.')
    const purpose = record.step === 'PRIMARY' ? 'leave address' : 'enter address'
    const request = await secrets.openText('change code', record.request)
    await codes.verify({ request, code }, { purpose })
  }
  return { find, save, send, verify }
}
