import { type Context, Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import * as v from 'valibot'
import { isRequestError, limitBody, parseRequest, RequestError, readJson, refuse } from '../http.js'
import type { AccountsParts } from './account-sources.js'
import { createAccounts, type Session } from './accounts.js'
import { isAllowed } from './allowed-origins.js'
import { COOLDOWN_MS, createCodes } from './codes.js'
import { browserName } from './devices/browser-name.js'
import { createDeviceLinks } from './devices/device-links.js'
import { deviceRoutes } from './devices/device-routes.js'
import { loginRoutes } from './devices/login-routes.js'
import { emailChangeRoutes } from './email-change.js'
import { farcasterRoutes } from './farcaster/farcaster-routes.js'
import { framePage } from './frame-page.js'
import { keyExportRoutes } from './key-export.js'
import { TooSoonError } from './limits.js'
import { passkeyRoutes } from './passkey-routes.js'
import { callChain } from './rpc.js'
import { createSecrets } from './secrets.js'
import type { SocialResult } from './social/social-logins.js'
import { socialRoutes } from './social/social-routes.js'
import { createSolanaLimits } from './solana/solana-limits.js'
import { describeSolana, solanaRoutes } from './solana/solana-routes.js'
import { languageOf } from './texts/language.js'

const email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254), v.email())
const token = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const codeRequest = v.object({
  email,
  site: v.pipe(v.string(), v.maxLength(300)),
  /** Secret of the browser, and the attempt whose link is sent again. */
  device: v.optional(token),
  attempt: v.optional(token),
})
const codeProof = v.object({
  request: token,
  code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
})
/** `BasicEOABatchExecutor` of Vectorized/bebe (MIT): stateless, without owner. Deployed with CREATE2, so its code is the same on every chain. */
const SMART_ACCOUNT = '0x00000000BEBEDB7C30ee418158e26E31a5A8f3E2'

const hex = v.pipe(v.string(), v.regex(/^(?:[\da-f]{2}){1,512}$/))
const keyRecord = v.object({ address: v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/)), share: hex, recovery: hex })

const browserOf = (c: Context): string => browserName(c.req.header('user-agent'))

/** Whether the request comes from the frame itself, by headers that pages cannot set (`Sec-Fetch-*`, `Origin`). */
function isOfFrame(c: Context, frameOrigin: string): boolean {
  const [origin, site] = [c.req.header('origin'), c.req.header('sec-fetch-site')]
  return (origin === undefined || origin === frameOrigin) && (site === undefined || site === 'same-origin')
}

function answerFailure(error: unknown, c: Context, onFault: (error: unknown) => void): Response {
  if (error instanceof TooSoonError) {
    const { code, message, reason, retryInSeconds } = error
    c.header('Retry-After', String(retryInSeconds))
    return c.json({ error: { code, message, reason, retryInSeconds } }, error.status)
  }
  if (isRequestError(error)) return refuse(c, error)
  onFault(error)
  return c.json({ error: { code: 'FAULT', message: 'The gateway failed.' } }, 500)
}

/** Routes of login by email, key shares and the embedded wallet's frame. They are served on the frame's origin and refuse requests of other pages. */
export function accountsRoutes(parts: AccountsParts): Hono {
  const { store, mailer, chains, frameOrigin, allowedOrigins, now = Date.now, onFault = console.error } = parts
  const { socials = [], farcaster, newBrowsers = 'code', smartAccount = SMART_ACCOUNT, solanaChains = [] } = parts
  const { visitor = () => ({}) } = parts
  const secrets = createSecrets(parts.encryptionKey)
  const codes = createCodes({ store, mailer, secrets, now })
  const links = createDeviceLinks({ frameOrigin, store, mailer, codes, secrets, now })
  const accounts = createAccounts({ store, secrets, now })
  const routes = new Hono()
  routes.onError((error, c) => answerFailure(error, c, onFault))
  routes.use(secureHeaders({ crossOriginResourcePolicy: false, xFrameOptions: false, referrerPolicy: 'no-referrer' }))
  routes.use('/accounts/*', limitBody(64_000), async (c, next) => {
    if (!isOfFrame(c, frameOrigin))
      return refuse(c, new RequestError('NOT_ALLOWED', 'Only the wallet’s frame may ask this.'))
    c.header('Cache-Control', 'no-store')
    return next()
  })
  /** Sites that may log visitors in, and the wallet's own page. */
  const isSite = (site: string): boolean => site === frameOrigin || isAllowed(site, allowedOrigins)
  const tokenOf = (c: Context): string => /^Bearer ([\da-f]{64})$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  const sessionOf = async (c: Context): Promise<Session> => {
    const session = await accounts.session(tokenOf(c))
    if (isSite(session.site)) return session
    throw new RequestError('UNAUTHORIZED', 'The site of this login is no longer allowed.', {
      reason: 'SITE_NOT_ALLOWED',
    })
  }

  routes.post('/accounts/email/code', async (c) => {
    const { email, site, device, attempt } = parseRequest(codeRequest, await readJson(c))
    if (!isSite(site))
      throw new RequestError('NOT_ALLOWED', 'This site may not log visitors in here.', { reason: 'SITE_NOT_ALLOWED' })
    const retryInSeconds = COOLDOWN_MS / 1000
    const mail = { email, site, language: languageOf(c) }
    // identical for every address: the reply does not reveal which addresses have wallets
    if (newBrowsers === 'code')
      return c.json({ request: await codes.send({ ...mail, purpose: 'login' }), retryInSeconds })
    if (device === undefined) throw new RequestError('INVALID_REQUEST', 'The browser sent no device secret.')
    const known = await links.admits(email, device)
    if (known !== undefined)
      return c.json({ request: await codes.send({ ...mail, purpose: 'login', device: known }), retryInSeconds })
    const login = { ...mail, device, browser: browserOf(c), attempt }
    return c.json({ attempt: await links.send(login), retryInSeconds })
  })
  routes.post('/accounts/email/verify', async (c) => {
    const proven = await codes.verify(parseRequest(codeProof, await readJson(c)), { purpose: 'login' })
    if (proven.device !== undefined) await links.register(proven.device)
    const { email, site, device } = proven
    return c.json({ session: await accounts.logIn({ email }, { site, device, browser: browserOf(c) }) })
  })
  routes.get('/accounts/me', async (c) => {
    const { accountId, email, socialProvider, userName, site } = await sessionOf(c)
    const key = await accounts.key(accountId)
    return c.json({
      accountId,
      email,
      socialProvider,
      userName,
      site,
      chains: chains.map(({ chainId, name, symbol, decimals }) => ({ chainId, name, symbol, decimals })),
      smartAccount,
      wallet: key && { address: key.address },
      ...(await describeSolana(solanaChains, store, accountId)),
    })
  })
  routes.get('/accounts/key', async (c) => {
    const key = await accounts.key((await sessionOf(c)).accountId)
    if (!key) throw new RequestError('NOT_FOUND', 'The account has no key.')
    return c.json(key)
  })
  routes.put('/accounts/key', async (c) => {
    const { accountId } = await sessionOf(c)
    await accounts.storeKey(accountId, parseRequest(keyRecord, await readJson(c)))
    return c.json({})
  })
  routes.post('/accounts/rpc', async (c) => {
    await sessionOf(c)
    return c.json({ result: await callChain(chains, await readJson(c)) })
  })
  routes.post('/accounts/sign-out', async (c) => {
    await accounts.logOut(tokenOf(c))
    return c.json({})
  })
  const login = async (c: Context) => ({ session: await sessionOf(c), token: tokenOf(c), language: languageOf(c) })
  routes.route('/', deviceRoutes(links, codes))
  routes.route('/', loginRoutes({ logins: accounts.logins, links, sessionOf }))
  routes.route('/', keyExportRoutes({ codes, accounts, secrets, sessionOf }))
  routes.route('/', passkeyRoutes({ store, accounts, login }))
  const limits = createSolanaLimits({ store, secrets, now, visitor })
  routes.route('/', solanaRoutes({ chains: solanaChains, store, secrets, accounts, limits, login }))
  routes.route('/', emailChangeRoutes({ store, secrets, codes, accounts, email, now, login }))
  const logInBy =
    (socialProvider: string) =>
    ({ subject, name, site }: Omit<SocialResult, 'provider'>, c: Context): Promise<string> => {
      const identity = { socialProvider, subject, ...(name !== undefined && { userName: name }) }
      return accounts.logIn(identity, { site, browser: browserOf(c) })
    }
  const shared = { frameOrigin, isSite, store, secrets, now, onFault }
  if (socials.length > 0) {
    const logIn = (result: SocialResult, c: Context): Promise<string> => logInBy(result.provider)(result, c)
    routes.route('/', socialRoutes({ ...shared, providers: socials, logIn }))
  }
  if (farcaster) routes.route('/', farcasterRoutes({ ...shared, source: farcaster, logIn: logInBy('farcaster') }))
  routes.route('/', framePage(parts))
  return routes
}
