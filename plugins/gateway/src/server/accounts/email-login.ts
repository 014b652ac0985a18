import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { parseRequest, RequestError, readJson } from '../http.js'
import type { Accounts } from './accounts.js'
import { COOLDOWN_MS, type Codes } from './codes.js'
import { browserName } from './devices/browser-name.js'
import type { DeviceLinks } from './devices/device-links.js'
import { languageOf } from './texts/language.js'

/**
 * Email address in lower case: a valid email address of the HTML standard (ASCII only), with a dot in the domain. The same rule as `isEmail` of
 * email-social.
 */
export const emailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254),
  v.regex(
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/,
    'This is not an email address.',
  ),
)
const token = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const codeRequest = v.object({
  email: emailAddress,
  site: v.pipe(v.string(), v.maxLength(300)),
  /** Random secret that the browser stores. */
  device: v.optional(token),
  /** Id of an earlier attempt, for which a new link is sent. */
  attempt: v.optional(token),
})
const codeProof = v.object({
  request: token,
  code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
})
interface EmailLoginDependencies {
  readonly codes: Codes
  readonly links: DeviceLinks
  readonly accounts: Accounts
  readonly newBrowsers: 'code' | 'link'
  /** Whether an origin may log visitors in. */
  isSite(site: string): boolean
}

/** Name of the browser that sent a request. */
export const browserOf = (c: Context): string => browserName(c.req.header('user-agent'))

/** Routes of the login by email. They mail a code. If the browser must be registered first, they mail a link before the code. */
export function emailLoginRoutes({ codes, links, accounts, newBrowsers, isSite }: EmailLoginDependencies): Hono {
  const routes = new Hono()
  routes.post('/accounts/email/code', async (c) => {
    const { email, site, device, attempt } = parseRequest(codeRequest, await readJson(c))
    if (!isSite(site))
      throw new RequestError('NOT_ALLOWED', 'This site may not log visitors in here.', { reason: 'SITE_NOT_ALLOWED' })
    const retryInSeconds = COOLDOWN_MS / 1000
    const mail = { email, site, language: languageOf(c) }
    // the reply does not depend on whether the address has a wallet
    if (newBrowsers === 'code')
      return c.json({ request: await codes.send({ ...mail, purpose: 'login' }), retryInSeconds })
    if (device === undefined) throw new RequestError('INVALID_REQUEST', 'The browser sent no device secret.')
    const deviceHash = await links.findAdmitted(email, device)
    if (deviceHash !== undefined)
      return c.json({ request: await codes.send({ ...mail, purpose: 'login', device: deviceHash }), retryInSeconds })
    const login = { ...mail, device, browser: browserOf(c), attempt }
    return c.json({ attempt: await links.send(login), retryInSeconds })
  })
  routes.post('/accounts/email/verify', async (c) => {
    const proven = await codes.verify(parseRequest(codeProof, await readJson(c)), { purpose: 'login' })
    if (proven.device !== undefined) await links.register(proven.device)
    const { email, site, device } = proven
    return c.json({ session: await accounts.logIn({ email }, { site, device, browser: browserOf(c) }) })
  })
  return routes
}
