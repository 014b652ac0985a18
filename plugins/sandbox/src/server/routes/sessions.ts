import {
  invalid,
  limitBody,
  parseRequest,
  RequestError,
  readJson,
  type SessionRegistry,
} from '@wallet-modal/gateway/server'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Engine } from '../engines/engine.js'
import { engineOf } from '../engines/engine-lookup.js'

const grantSchema = v.strictObject({ context: v.pipe(v.string(), v.regex(/^0x([\da-f]{2}){1,8192}$/i)) })
const contextSchema = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string(), signature: v.string() }))
const actionSchema = v.strictObject({
  pci: v.string(),
  to: v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/)),
  value: v.pipe(v.string(), v.regex(/^\d{1,78}$/), v.toBigint()),
  signature: v.string(),
})
const replySchema = v.object({ result: v.optional(v.unknown()) })

function readContext(hex: string) {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const parsed = v.safeParse(contextSchema, new TextDecoder().decode(bytes))
  if (!parsed.success) throw invalid('The context was not created by a sandbox wallet.')
  return parsed.output
}

/** Transfers coins from an account without its key. Simulates the smart account module that executes the calls of a session key. */
async function transferFrom(engine: Engine, from: string, { to, value }: { to: string; value: bigint }) {
  const call = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const reply = await engine.request(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    return v.parse(replySchema, JSON.parse(reply)).result
  }
  await call('anvil_impersonateAccount', from)
  const hash = await call('eth_sendTransaction', { from, to, value: `0x${value.toString(16)}` })
  await call('anvil_stopImpersonatingAccount', from)
  if (typeof hash !== 'string') throw new RequestError('SOURCE_FAILED', 'The chain refused the transaction.')
  return hash
}

/** Routes that register smart sessions and execute actions that session keys have signed. They simulate the provider of smart sessions. */
export function sessionServiceRoutes(engines: readonly Engine[], sessions: SessionRegistry): Hono {
  const routes = new Hono()
  routes.post('/sandbox/sessions', limitBody(32 * 1024), async (c) => {
    const { message, signature } = readContext(parseRequest(grantSchema, await readJson(c)).context)
    return c.json(await sessions.grant(message, signature))
  })
  routes.post('/sandbox/sessions/act', limitBody(16 * 1024), async (c) => {
    const action = parseRequest(actionSchema, await readJson(c))
    const account = await sessions.authorize(action)
    const at = account.lastIndexOf(':')
    return c.json({ hash: await transferFrom(engineOf(engines, account.slice(0, at)), account.slice(at + 1), action) })
  })
  return routes
}
