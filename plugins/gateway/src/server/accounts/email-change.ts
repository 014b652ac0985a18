import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { parseRequest, RequestError, readJson } from '../http.js'
import type { Accounts } from './accounts.js'
import { COOLDOWN_MS } from './codes.js'
import {
  CHANGE_MS,
  type ChangeCaller,
  changeId,
  createPendingChanges,
  type PendingChange,
  type PendingChangeDependencies,
} from './pending-change.js'
import { checkProof, keyProof, proofDigest } from './proofs.js'
import { randomToken } from './secrets.js'
import type { Session } from './sessions.js'

interface EmailChangeDependencies extends PendingChangeDependencies {
  readonly accounts: Accounts
  readonly email: v.GenericSchema<unknown, string>
  /** Session, token and language of a request. Rejects with `UNAUTHORIZED`. */
  login(c: Context): Promise<ChangeCaller>
}

const enteredCode = v.object({ change: changeId, code: v.pipe(v.string(), v.regex(/^\d{6}$/)) })
const emailOf = ({ email }: Session): string => {
  if (email !== undefined) return email
  throw new RequestError('INVALID_REQUEST', 'This account does not log in by email.', { reason: 'NO_EMAIL' })
}
const needsCode = ({ step }: PendingChange): boolean => step === 'PRIMARY' || step === 'SECONDARY'
const wrongStep = (): RequestError =>
  new RequestError('INVALID_REQUEST', 'This step requires the code that was sent to the other address.')
const notSigned = (): RequestError =>
  new RequestError('NOT_ALLOWED', 'The key of the account has not signed this request.')

/** Throws if the account's key did not sign the request: access to the mailbox alone must not be enough to take over an account. */
function requireProof(given: v.InferOutput<typeof keyProof> | undefined, digest: Uint8Array, address: string): void {
  if (!given) throw notSigned()
  checkProof(given, digest, address)
}

/** Routes that change an account's email address: a code is sent to the old address, then to the new address. */
export function emailChangeRoutes(dependencies: EmailChangeDependencies): Hono {
  const { accounts, now, login } = dependencies
  const beginRequest = v.object({
    email: dependencies.email,
    change: v.optional(changeId),
    proof: v.optional(keyProof),
  })
  const { find, save, send, verify } = createPendingChanges(dependencies)
  const routes = new Hono()
  routes.post('/accounts/email/change', async (c) => {
    const { email, change: requestedChange, proof } = parseRequest(beginRequest, await readJson(c))
    const caller = await login(c)
    const { session, token } = caller
    if (email === emailOf(session))
      throw new RequestError('INVALID_REQUEST', 'This is the email address of the wallet.', {
        reason: 'ADDRESS_UNCHANGED',
      })
    const { accountId, login: loginId } = session
    const key = await accounts.key(accountId)
    if (key) requireProof(proof, proofDigest(token, 'change-email', [email]), key.address)
    const pending = requestedChange === undefined ? undefined : await find(requestedChange, session)
    const isSame = pending?.email === email && needsCode(pending)
    const change = isSame && requestedChange !== undefined ? requestedChange : randomToken()
    const newChange = { accountId, login: loginId, email, step: 'PRIMARY', expiresAt: now() + CHANGE_MS } as const
    const record: PendingChange = { ...(isSame ? pending : newChange), signer: key?.address }
    await send(change, record, caller)
    return c.json({ change, step: record.step, retryInSeconds: COOLDOWN_MS / 1000 })
  })
  routes.post('/accounts/email/change/primary', async (c) => {
    const { change, code } = parseRequest(enteredCode, await readJson(c))
    const caller = await login(c)
    const record = await find(change, caller.session)
    if (record.step !== 'PRIMARY') throw wrongStep()
    await verify(record, code)
    const { request: _, ...unchanged } = record
    const next: PendingChange = { ...unchanged, step: 'SECONDARY' }
    await save(change, next) // saved first, so that the old address stays verified even if the next mail fails
    await send(change, next, caller)
    return c.json({ retryInSeconds: COOLDOWN_MS / 1000 })
  })
  routes.post('/accounts/email/change/secondary', async (c) => {
    const { change, code } = parseRequest(enteredCode, await readJson(c))
    const { session, token } = await login(c)
    const record = await find(change, session)
    if (record.step === 'PRIMARY') throw wrongStep()
    const key = await accounts.key(record.accountId)
    if (key && key.address !== record.signer) throw notSigned() // the key was created after the change began, and did not sign it
    // a caller that did not receive the reply can repeat the request: the code, which is valid once, is not verified again
    if (record.step === 'SECONDARY') {
      await verify(record, code)
      await save(change, { ...record, step: 'VERIFIED' })
    }
    if (record.step !== 'DONE') {
      await accounts.changeEmail(token, record.email)
      await save(change, { ...record, step: 'DONE' })
    }
    return c.json({ email: record.email })
  })
  return routes
}
