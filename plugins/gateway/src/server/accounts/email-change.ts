import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { parseRequest, RequestError, readJson } from '../http.js'
import type { Store } from '../store.js'
import type { Accounts, Session } from './accounts.js'
import { CODE_MS, COOLDOWN_MS, type Codes } from './codes.js'
import { checkProof, keyProof, proofDigest } from './proofs.js'
import { randomToken, type Secrets } from './secrets.js'
import type { Language } from './texts/language.js'

interface Caller {
  readonly session: Session
  readonly token: string
  /** Of the mails. */
  readonly language: Language
}

interface EmailChangeParts {
  readonly store: Store
  readonly secrets: Secrets
  readonly codes: Codes
  readonly accounts: Accounts
  readonly email: v.GenericSchema<unknown, string>
  readonly now: () => number
  login(c: Context): Promise<Caller>
}

const id = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const proof = v.object({ change: id, code: v.pipe(v.string(), v.regex(/^\d{6}$/)) })
/** Pending change of address. `email` and `request` are encrypted. */
const stored = v.object({
  accountId: v.string(),
  /** Id of the login that started the change. Only this login can continue it. */
  login: v.string(),
  email: v.string(),
  /** Address whose code is required next: the old one first. */
  step: v.picklist(['PRIMARY', 'SECONDARY']),
  /** Id of the latest code request. Absent if the mail could not be sent yet. */
  request: v.optional(v.string()),
  expiresAt: v.number(),
})
type Stored = v.InferOutput<typeof stored>

/** Time limit for both codes, including resending. */
const CHANGE_MS = 3 * CODE_MS

/** Change of an account's email address: a code to the old address, then one to the new. */
export function emailChangeRoutes(parts: EmailChangeParts): Hono {
  const { store, secrets, codes, accounts, now, login } = parts
  const beginning = v.object({ email: parts.email, change: v.optional(id), proof: v.optional(keyProof) })
  const keyOf = async (change: string): Promise<string> => `email-change:${await secrets.hash('change', change)}`
  const find = async (change: string, { accountId, login: loginId }: Session): Promise<Stored> => {
    const { success, output } = v.safeParse(stored, await store.get(await keyOf(change)))
    const isOwn = success && output.accountId === accountId && output.login === loginId
    if (isOwn && output.expiresAt > now())
      return { ...output, email: await secrets.openText('change email', output.email) }
    throw new RequestError('NOT_FOUND', 'The change of email has expired. Start again.', { reason: 'CHANGE_EXPIRED' })
  }
  const save = async (change: string, record: Stored): Promise<void> => {
    const email = await secrets.sealText('change email', record.email)
    await store.set(await keyOf(change), { ...record, email }, { lifetimeMs: CHANGE_MS })
  }
  const emailOf = ({ email }: Session): string => {
    if (email !== undefined) return email
    throw new RequestError('INVALID_REQUEST', 'This account does not log in by email.', { reason: 'NO_EMAIL' })
  }
  /** Sends the code that is required next. */
  const send = async (change: string, record: Stored, { session, language }: Caller): Promise<void> => {
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
  const verify = async (record: Stored, code: string): Promise<void> => {
    if (record.request === undefined) throw new RequestError('INVALID_REQUEST', 'Ask for a code first.')
    const purpose = record.step === 'PRIMARY' ? 'leave address' : 'enter address'
    const request = await secrets.openText('change code', record.request)
    await codes.verify({ request, code }, { purpose })
  }
  const wrongStep = (): RequestError => new RequestError('INVALID_REQUEST', 'Another code is asked for.')

  const routes = new Hono()
  routes.post('/accounts/email/change', async (c) => {
    const { email, change: known, proof } = parseRequest(beginning, await readJson(c))
    const caller = await login(c)
    const { session, token } = caller
    if (email === emailOf(session))
      throw new RequestError('INVALID_REQUEST', 'This is the email address of the wallet.', {
        reason: 'ADDRESS_UNCHANGED',
      })
    const { accountId, login: loginId } = session
    const key = await accounts.key(accountId)
    if (key) {
      // access to the mailbox alone must not be enough to take over the account
      if (!proof) throw new RequestError('NOT_ALLOWED', 'The key of the account has not signed this.')
      checkProof(proof, proofDigest(token, 'change-email', [email]), key.address)
    }
    const before = known === undefined ? undefined : await find(known, session)
    const isSame = before?.email === email
    const change = isSame && known !== undefined ? known : randomToken()
    const record: Stored =
      isSame && before ? before : { accountId, login: loginId, email, step: 'PRIMARY', expiresAt: now() + CHANGE_MS }
    await send(change, record, caller)
    return c.json({ change, step: record.step, retryInSeconds: COOLDOWN_MS / 1000 })
  })
  routes.post('/accounts/email/change/primary', async (c) => {
    const { change, code } = parseRequest(proof, await readJson(c))
    const caller = await login(c)
    const record = await find(change, caller.session)
    if (record.step !== 'PRIMARY') throw wrongStep()
    await verify(record, code)
    const { request: _, ...rest } = record
    const proven: Stored = { ...rest, step: 'SECONDARY' }
    await save(change, proven) // the old address is verified even if the next mail fails
    await send(change, proven, caller)
    return c.json({ retryInSeconds: COOLDOWN_MS / 1000 })
  })
  routes.post('/accounts/email/change/secondary', async (c) => {
    const { change, code } = parseRequest(proof, await readJson(c))
    const { session, token } = await login(c)
    const record = await find(change, session)
    if (record.step !== 'SECONDARY') throw wrongStep()
    await verify(record, code)
    await store.delete(await keyOf(change))
    await accounts.changeEmail(token, record.email)
    return c.json({ email: record.email })
  })
  return routes
}
