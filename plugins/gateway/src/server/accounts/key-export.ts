import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { parseRequest, RequestError, readJson } from '../http.js'
import type { Accounts, Session } from './accounts.js'
import { COOLDOWN_MS, type Codes } from './codes.js'

interface KeyExportParts {
  readonly codes: Codes
  readonly accounts: Accounts
  sessionOf(c: Context): Promise<Session>
}

const proof = v.object({
  request: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
  code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
})

/** Key export: returns the gateway's share for a session and a code mailed for this purpose. The frame reassembles the key with another share. */
export function keyExportRoutes({ codes, accounts, sessionOf }: KeyExportParts): Hono {
  const routes = new Hono()
  const emailOf = ({ email }: Session): string => {
    if (email !== undefined) return email
    throw new RequestError('INVALID_REQUEST', 'This account does not log in by email.', { reason: 'NO_EMAIL' })
  }
  routes.post('/accounts/key/export/code', async (c) => {
    const session = await sessionOf(c)
    const request = await codes.send({ email: emailOf(session), site: session.site, purpose: 'export key' })
    return c.json({ request, retryInSeconds: COOLDOWN_MS / 1000 })
  })
  routes.post('/accounts/key/export', async (c) => {
    const { request, code } = parseRequest(proof, await readJson(c))
    const session = await sessionOf(c)
    const { email } = await codes.verify(request, code, 'export key')
    if (email !== emailOf(session)) throw new RequestError('NOT_ALLOWED', 'The code is of another account.')
    const key = await accounts.key(session.accountId)
    if (!key) throw new RequestError('NOT_FOUND', 'The account has no key.')
    return c.json(key)
  })
  return routes
}
