import { invalid, isRequestError, limitBody, mediaTypeOf, RequestError } from '@wallet-modal/gateway/server'
import { type Context, Hono } from 'hono'
import { type Engine, isServing } from '../engine.js'
import { isSandboxError } from '../errors.js'
import type { Faults } from '../faults.js'
import { hasCallOf, refuseCalls } from '../planned-refusals.js'
import { engineOf } from '../requests.js'
import { isOfCalls, misbehave } from './faults.js'

const maxBatch = 1_000
const maxBytes = 5 * 1024 * 1024

/**
 * `POST /v1/?chainId=<CAIP-2>` passes JSON-RPC on to the chain's engine and `GET /v1/supported-chains` lists the chains.
 * Faults of the request as such are HTTP 4xx; faults that JSON-RPC 2.0 or EIP-1474 have a code for are HTTP 200 with that code.
 * Every refusal is a JSON-RPC error object.
 */
export function rpcRoutes(engines: readonly Engine[], faults: Faults): Hono {
  const routes = new Hono()
  routes.get('/v1/supported-chains', (c) => {
    const serving = engines.filter(isServing)
    const idsOf = (list: readonly Engine[]): readonly string[] => list.map(({ network }) => network.caipNetworkId)
    return c.json({ http: idsOf(serving), ws: idsOf(serving.filter(({ socketUrl }) => socketUrl)) })
  })
  const proxy = async (c: Context) => {
    const engine = engineOf(engines, chainIdOf(c))
    if (!['application/json', 'text/plain'].includes(mediaTypeOf(c))) {
      throw new RequestError('UNSUPPORTED_TYPE', 'Send the JSON-RPC body as application/json or text/plain.')
    }
    const body = await c.req.text()
    const refusal = refusalOf(body)
    if (refusal) return c.json(refusal)
    const fault = faults.meet('rpc', c.req.path, (one) => isOfCalls(one) && hasCallOf(one, body))
    const carryOut = async (): Promise<Response> => {
      const reply = fault?.error
        ? await refuseCalls(fault, { body, engine })
        : await engine.request(body, c.req.raw.signal)
      return reply === '' ? c.body(null, 204) : c.body(reply, 200, { 'content-type': 'application/json' })
    }
    return fault ? misbehave(c, fault, carryOut) : carryOut()
  }
  for (const path of ['/v1', '/v1/']) routes.post(path, limitBody(maxBytes), proxy)
  routes.onError((error, c) => {
    if (isRequestError(error)) return c.json(rpcError(-32600, error.message), error.status)
    if (!isSandboxError(error)) throw error
    // a retry would not help while the engine is down, so that is an answer and not a failed transport
    return c.json(rpcError(-32002, error.message))
  })
  return routes
}

function chainIdOf(c: Context): string {
  const [chainId, ...more] = c.req.queries('chainId') ?? []
  if (chainId === undefined || more.length > 0) throw invalid('Name one chain by its CAIP-2 id: ?chainId=eip155:31337')
  return chainId
}

function refusalOf(body: string): RpcError | undefined {
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    return rpcError(-32700, 'Parse error: the body is not JSON.')
  }
  if (typeof message !== 'object' || message === null)
    return rpcError(-32600, 'Invalid request: not a JSON-RPC object or batch.')
  if (!Array.isArray(message)) return undefined
  if (message.length === 0) return rpcError(-32600, 'Invalid request: the batch is empty.')
  return message.length > maxBatch
    ? rpcError(-32600, `Invalid request: a batch holds at most ${maxBatch} calls.`)
    : undefined
}

type RpcError = ReturnType<typeof rpcError>

const rpcError = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } })
