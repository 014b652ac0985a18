import { lazyOnce } from '@wallet-modal/kernel'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { parseRequest, RequestError, readJson } from '../../http.js'
import type { Store } from '../../store.js'
import { randomToken, type Secrets } from '../secrets.js'
import type { SocialResult } from '../social/social-logins.js'
import type { FarcasterSource } from './farcaster-client.js'

interface FarcasterRoutesDependencies {
  isSite(site: string): boolean
  readonly source: FarcasterSource
  readonly store: Store
  readonly secrets: Secrets
  readonly now: () => number
  /** Resolves with a session token. */
  logIn(result: Omit<SocialResult, 'provider'>, c: Context): Promise<string>
}

/** Time limit for approving a login. */
const LOGIN_MS = 10 * 60_000

const beginRequest = v.object({ site: v.pipe(v.string(), v.maxLength(300)) })
const resultRequest = v.object({ request: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)) })
/** `channel` is encrypted: its token gives access to the phone's reply. */
const pendingLogin = v.object({ site: v.string(), channel: v.string(), expiresAt: v.number() })
const channel = v.object({ channelToken: v.string(), nonce: v.string() })

/** Routes of Farcaster logins. The frame starts a login, displays the link, and polls the result with a secret that is not in the link. */
export function farcasterRoutes({ isSite, source, store, secrets, now, logIn }: FarcasterRoutesDependencies): Hono {
  /** Loaded on the first login, because it imports viem. */
  const client = lazyOnce(async () => (await import('./farcaster-client.js')).createFarcasterClient(source))
  const keyOf = async (request: string): Promise<string> => `farcaster:${await secrets.hash('farcaster', request)}`
  const expired = (): RequestError =>
    new RequestError('NOT_FOUND', 'The login has expired. Start again.', { reason: 'LOGIN_EXPIRED' })
  const routes = new Hono()
  routes.post('/accounts/farcaster/begin', async (c) => {
    const { site } = parseRequest(beginRequest, await readJson(c))
    if (!isSite(site))
      throw new RequestError('NOT_ALLOWED', 'This site may not log visitors in here.', { reason: 'SITE_NOT_ALLOWED' })
    const expiresAt = now() + LOGIN_MS
    const { url, ...newChannel } = await (await client()).open(site, randomToken(), expiresAt)
    const request = randomToken()
    const sealed = await secrets.sealText('farcaster channel', JSON.stringify(newChannel))
    await store.set(await keyOf(request), { site, channel: sealed, expiresAt }, { lifetimeMs: LOGIN_MS })
    return c.json({ request, url })
  })
  routes.post('/accounts/farcaster/result', async (c) => {
    const { request } = parseRequest(resultRequest, await readJson(c))
    const key = await keyOf(request)
    const { success, output } = v.safeParse(pendingLogin, await store.get(key))
    if (!success || output.expiresAt <= now()) throw expired()
    const pendingChannel = v.parse(channel, JSON.parse(await secrets.openText('farcaster channel', output.channel)))
    const identity = await (await client()).identify(pendingChannel, output.site)
    if (!identity) return c.json({ session: null })
    if ((await store.take(key)) === undefined) throw expired() // a concurrent request has finished the login
    return c.json({ session: await logIn({ ...identity, site: output.site }, c) })
  })
  return routes
}
