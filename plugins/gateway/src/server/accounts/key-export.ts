import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { parseRequest, RequestError, readJson } from '../http.js'
import { type Accounts, keyMissing } from './accounts.js'
import { COOLDOWN_MS, type Codes } from './codes.js'
import type { Secrets } from './secrets.js'
import type { Session } from './sessions.js'
import { languageOf } from './texts/language.js'

interface KeyExportDependencies {
  readonly codes: Codes
  readonly accounts: Accounts
  readonly secrets: Secrets
  /** Session of a request. Rejects with `UNAUTHORIZED`. */
  sessionOf(c: Context): Promise<Session>
}

const token = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
/** `device`: secret of the browser, known to its frame only. */
const exportCodeRequest = v.object({ device: token })
const exportRequest = v.object({
  device: token,
  request: token,
  code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
})

/**
 * Routes of the key export. The first route mails a code to the account's address. The second route exchanges this code for the account's
 * {@link KeyRecord}. Only the login and browser that requested the code can use it. The frame restores the key from the gateway's share and another
 * share.
 */
export function keyExportRoutes({ codes, accounts, secrets, sessionOf }: KeyExportDependencies): Hono {
  const routes = new Hono()
  const emailOf = ({ email }: Session): string => {
    if (email !== undefined) return email
    throw new RequestError('INVALID_REQUEST', 'This account does not log in by email.', { reason: 'NO_EMAIL' })
  }
  const holderOf = ({ login }: Session, device: string): Promise<string> =>
    secrets.hash('code holder', `${login} ${device}`)
  routes.post('/accounts/key/export/code', async (c) => {
    const { device } = parseRequest(exportCodeRequest, await readJson(c))
    const session = await sessionOf(c)
    const holder = await holderOf(session, device)
    const mail = { email: emailOf(session), site: session.site, language: languageOf(c) }
    const request = await codes.send({ ...mail, purpose: 'export key', holder })
    return c.json({ request, retryInSeconds: COOLDOWN_MS / 1000 })
  })
  routes.post('/accounts/key/export', async (c) => {
    const { device, ...codeProof } = parseRequest(exportRequest, await readJson(c))
    const session = await sessionOf(c)
    const { email } = await codes.verify(codeProof, { purpose: 'export key', holder: await holderOf(session, device) })
    if (email !== emailOf(session)) throw new RequestError('NOT_ALLOWED', 'The code belongs to another account.')
    const key = await accounts.key(session.accountId)
    if (!key) throw keyMissing()
    return c.json(key)
  })
  return routes
}
