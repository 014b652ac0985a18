import { Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { AnalyticsLog } from '../analyticsLog.js'
import type { Engine } from '../engine.js'
import { SandboxError } from '../errors.js'
import { clearIdentities, registerIdentity } from '../identities.js'
import { engineOf, limitBody, mediaTypeOf, parseRequest, readJson } from '../requests.js'
import type { Store } from '../store.js'
import { resolveAccount } from './account.js'

interface ControlParts {
  readonly engines: readonly Engine[]
  readonly store: Store
  readonly analytics: AnalyticsLog
}

const maxAmountBase = 2n ** 256n - 1n
const amountSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/, 'an amount is a text of digits, in base units'),
  v.transform((text) => BigInt(text)),
  v.check((amountBase) => amountBase <= maxAmountBase, 'an amount is below 2^256'),
)
const fundSchema = v.strictObject({ address: v.string(), chainId: v.string(), amount: amountSchema })
const resetSchema = v.strictObject({ chainId: v.optional(v.string()) })
const pictureSchema = v.pipe(
  v.string(),
  v.maxLength(8_192),
  v.regex(/^(https?:\/\/|data:image\/)/, 'an avatar is an http(s) or data:image URL'),
)
const identitySchema = v.strictObject({
  address: v.string(),
  name: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
  avatar: v.optional(v.nullable(pictureSchema), null),
})

/** Controls for integrators' tests. All take `application/json`, which a foreign page cannot send without a preflight. */
export function controlRoutes({ engines, store, analytics }: ControlParts): Hono {
  const routes = new Hono()
  const guards = [jsonOnly, limitBody(64 * 1024)] as const

  routes.post('/sandbox/fund', ...guards, async (c) => {
    const { address, chainId, amount } = parseRequest(fundSchema, await readJson(c))
    const engine = engineOf(engines, chainId)
    const account = resolveAccount([engine], address, chainId)
    await engine.setNativeBalance(account.address, amount)
    return c.json({ address: account.address, chainId, balance: String(await engine.nativeBalance(account.address)) })
  })
  routes.post('/sandbox/identity', ...guards, async (c) => {
    const { address, name, avatar } = parseRequest(identitySchema, await readJson(c))
    const account = resolveAccount(engines, address, undefined)
    await registerIdentity(store, account.address, { name, avatar })
    return c.json({ address: account.address, name, avatar })
  })
  routes.post('/sandbox/reset', ...guards, async (c) => {
    const { chainId } = parseRequest(resetSchema, await readJson(c))
    const chosen = chainId === undefined ? engines.filter(isUsed) : [engineOf(engines, chainId)]
    await Promise.all(chosen.map((engine) => engine.reset()))
    if (chainId === undefined) await Promise.all([analytics.clear(), clearIdentities(store)])
    return c.json({ reset: chosen.map(({ network }) => network.caipNetworkId) })
  })
  routes.get('/sandbox/analytics', async (c) => {
    const items = await analytics.list()
    return c.json({ count: items.length, items })
  })
  return routes
}

// an engine that never started is at genesis already
const isUsed = (engine: Engine): boolean => {
  const { state } = engine.status()
  return state !== 'idle' && state !== 'off'
}

const jsonOnly: MiddlewareHandler = async (c, next) => {
  if (mediaTypeOf(c) !== 'application/json')
    throw new SandboxError('UNSUPPORTED_TYPE', 'Send the body as application/json.')
  await next()
}
