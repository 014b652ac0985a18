import {
  clearKeys,
  invalid,
  limitBody,
  mediaTypeOf,
  parseRequest,
  RequestError,
  readJson,
  type Store,
} from '@wallet-modal/gateway/server'
import { Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Clock } from '../clock.js'
import type { Engine } from '../engines/engine.js'
import { engineOf, resolveAccount, tokenOf } from '../engines/engine-lookup.js'
import { type Faults, faultSchema } from '../faults.js'
import type { Inbox } from '../mail/inbox.js'
import type { AnalyticsLog } from '../services/analytics-log.js'
import { registerIdentity } from '../services/identities.js'
import { setPrice, toPrice } from '../services/prices.js'
import { markSpam } from '../services/spam.js'

interface ControlDependencies {
  readonly engines: readonly Engine[]
  readonly store: Store
  readonly inbox: Inbox
  readonly analytics: AnalyticsLog
  readonly faults: Faults
  readonly clock: Clock
  readonly onReset: () => void
}

const maxAmountBase = 2n ** 256n - 1n
const amountSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/, 'an amount must be a text of digits, in base units'),
  v.transform((text) => BigInt(text)),
  v.check((amountBase) => amountBase <= maxAmountBase, 'an amount must be below 2^256'),
)
const fundSchema = v.strictObject({ address: v.string(), chainId: v.string(), amount: amountSchema })
const MAX_ADVANCE_MS = 10 * 365 * 24 * 3_600_000
const clockSchema = v.strictObject({
  advanceMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_ADVANCE_MS)),
})
const priceSchema = v.strictObject({
  chainId: v.string(),
  address: v.optional(v.string()),
  usd: v.nullable(
    v.pipe(v.string(), v.regex(/^\d{1,18}(\.\d{1,8})?$/, 'a price must be a decimal text with at most 8 decimals')),
  ),
})
const spamSchema = v.strictObject({ chainId: v.string(), address: v.string(), spam: v.optional(v.boolean(), true) })
const blocksSchema = v.strictObject({ chainId: v.string(), hold: v.boolean() })
const resetSchema = v.strictObject({ chainId: v.optional(v.string()) })
const pictureSchema = v.pipe(
  v.string(),
  v.maxLength(8_192),
  v.regex(/^(https?:\/\/|data:image\/)/, 'an avatar must be an http(s) or data:image URL'),
)
const identitySchema = v.strictObject({
  address: v.string(),
  name: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
  avatar: v.optional(v.nullable(pictureSchema), null),
})

/** Control routes for tests of sites. All POST routes require `application/json`, which a page of another origin cannot send without a preflight. */
export function controlRoutes(dependencies: ControlDependencies): Hono {
  const routes = new Hono()
  addChainControls(routes, dependencies)
  addAssetControls(routes, dependencies)
  addFaultControls(routes, dependencies)
  routes.post('/sandbox/reset', ...guards, async (c) => {
    const { chainId } = parseRequest(resetSchema, await readJson(c))
    const enginesToReset =
      chainId === undefined ? dependencies.engines.filter(isUsed) : [engineOf(dependencies.engines, chainId)]
    await Promise.all(enginesToReset.map((engine) => engine.reset()))
    if (chainId === undefined) await resetServices(dependencies)
    return c.json({ reset: enginesToReset.map(({ network }) => network.caipNetworkId) })
  })
  routes.get('/sandbox/analytics', async (c) => {
    const items = await dependencies.analytics.list()
    return c.json({ count: items.length, items })
  })
  return routes
}

/** Routes that change balances, blocks and time of the chains. */
function addChainControls(routes: Hono, { engines, clock }: ControlDependencies): void {
  routes.post('/sandbox/fund', ...guards, async (c) => {
    const { address, chainId, amount } = parseRequest(fundSchema, await readJson(c))
    const engine = engineOf(engines, chainId)
    const account = resolveAccount([engine], address, chainId)
    await engine.setNativeBalance(account.address, amount)
    return c.json({ address: account.address, chainId, balance: String(await engine.nativeBalance(account.address)) })
  })
  routes.post('/sandbox/blocks', ...guards, async (c) => {
    const { chainId, hold } = parseRequest(blocksSchema, await readJson(c))
    const engine = engineOf(engines, chainId)
    if (!engine.holdBlocks)
      throw invalid(
        `${engine.network.name} creates a block for each transaction at once. Its block production cannot be stopped.`,
      )
    await engine.holdBlocks(hold)
    return c.json({ chainId, hold })
  })
  routes.post('/sandbox/clock', ...guards, async (c) => {
    const { advanceMs } = parseRequest(clockSchema, await readJson(c))
    clock.advance(advanceMs)
    await Promise.all(engines.filter(isRunningEvmChain).map((engine) => advanceChain(engine, advanceMs)))
    return c.json({ now: new Date(clock.now()).toISOString() })
  })
}

/** Routes that set names of accounts, prices of tokens and spam marks. */
function addAssetControls(routes: Hono, { engines, store }: ControlDependencies): void {
  routes.post('/sandbox/identity', ...guards, async (c) => {
    const { address, name, avatar } = parseRequest(identitySchema, await readJson(c))
    const account = resolveAccount(engines, address, undefined)
    await registerIdentity(store, account.address, { name, avatar })
    return c.json({ address: account.address, name, avatar })
  })
  routes.post('/sandbox/price', ...guards, async (c) => {
    const { chainId, address, usd } = parseRequest(priceSchema, await readJson(c))
    const engine = engineOf(engines, chainId)
    const token = address === undefined ? undefined : tokenAt(engine, address)
    await setPrice(engine, store, { address: token, price: usd === null ? 0n : toPrice(usd) })
    return c.json({ chainId, ...(token !== undefined && { address: token }), usd })
  })
  routes.post('/sandbox/spam', ...guards, async (c) => {
    const { chainId, address, spam } = parseRequest(spamSchema, await readJson(c))
    const engine = engineOf(engines, chainId)
    const token = tokenAt(engine, address)
    await markSpam(engine, store, { address: token, spam })
    return c.json({ chainId, address: token, spam })
  })
}

/** Routes that add and remove faults. */
function addFaultControls(routes: Hono, { faults }: ControlDependencies): void {
  routes.post('/sandbox/faults', ...guards, async (c) => {
    const fault = parseRequest(faultSchema, await readJson(c))
    faults.add(fault)
    return c.json(fault)
  })
  routes.post('/sandbox/heal', ...guards, (c) => {
    faults.clear()
    return c.json({})
  })
}

/** Resets all services, including the accounts of email and social logins. Does not reset the chains. */
async function resetServices({ store, inbox, faults, clock, onReset }: ControlDependencies): Promise<void> {
  faults.clear()
  clock.reset()
  inbox.clear()
  onReset()
  await clearKeys(store, '')
}

function tokenAt(engine: Engine, address: string): string {
  const token = tokenOf([engine], `${engine.network.caipNetworkId}:${address}`)
  if (!token) throw invalid(`"${address.slice(0, 96)}" is not the address of a token on ${engine.network.name}.`)
  return token.address
}

const isRunningEvmChain = (engine: Engine): boolean =>
  engine.namespace === 'eip155' && engine.status().state === 'running'

/** Moves the chain's time forward, and mines a block with the new time. */
async function advanceChain(engine: Engine, byMs: number): Promise<void> {
  const calls = [
    { jsonrpc: '2.0', id: 1, method: 'evm_increaseTime', params: [Math.floor(byMs / 1000)] },
    { jsonrpc: '2.0', id: 2, method: 'evm_mine', params: [] },
  ]
  await engine.request(JSON.stringify(calls))
}

/** Whether the chain can differ from genesis. The chain of an idle engine is at genesis, and an engine that is off has no chain. */
const isUsed = (engine: Engine): boolean => {
  const { state } = engine.status()
  return state !== 'idle' && state !== 'off'
}

const jsonOnly: MiddlewareHandler = async (c, next) => {
  if (mediaTypeOf(c) !== 'application/json')
    throw new RequestError('UNSUPPORTED_TYPE', 'Send the body as application/json.')
  await next()
}

const guards = [jsonOnly, limitBody(64 * 1024)] as const
