import { type Context, Hono } from 'hono'
import { invalid, isRequestError, limitBody, mediaTypeOf, RequestError } from './http.js'

const MAX_BATCH = 1_000
const MAX_BYTES = 5 * 1024 * 1024

/** Source of the route `/v1?chainId=`. */
export interface RpcSource {
  /** CAIP-2 ids of the served chains. */
  chains(): readonly string[]
  /**
   * Sends a JSON-RPC body, single or batch, to a node of the chain. Resolves with the text of the reply, which is empty if the body contained
   * notifications only. Rejects with a `RequestError`: `INVALID_REQUEST` for an unknown chain, `NOT_ALLOWED` for a method that the source does not
   * forward, `SOURCE_FAILED` if no node responds, and `UNANSWERED` if the request is aborted.
   */
  request(caipNetworkId: string, body: string, abortSignal: AbortSignal): Promise<string>
}

/**
 * `POST /v1/?chainId=<CAIP-2>` forwards JSON-RPC to a node of the chain. Refused requests get a JSON-RPC error response with the HTTP status of their
 * `RequestError`. The HTTP status is 200 if the body is not JSON, not an object or list, an empty batch, or a batch of more than 1,000 calls.
 * Rethrows unexpected errors to the app.
 */
export function rpcRoutes(source: RpcSource): Hono {
  const routes = new Hono()
  const proxy = async (c: Context) => {
    const chainId = chainIdOf(c, source)
    if (!['application/json', 'text/plain'].includes(mediaTypeOf(c)))
      throw new RequestError('UNSUPPORTED_TYPE', 'Send the JSON-RPC body as application/json or text/plain.')
    const body = await c.req.text()
    const refusal = refusalOf(body)
    if (refusal) return c.json(refusal)
    const reply = await source.request(chainId, body, c.req.raw.signal)
    return reply === '' ? c.body(null, 204) : c.body(reply, 200, { 'content-type': 'application/json' })
  }
  for (const path of ['/v1', '/v1/']) routes.post(path, limitBody(MAX_BYTES), proxy)
  routes.onError((error, c) => {
    if (!isRequestError(error)) throw error
    return c.json(rpcError(error.code === 'SOURCE_FAILED' ? -32002 : -32600, error.message), error.status)
  })
  return routes
}

function chainIdOf(c: Context, { chains }: RpcSource): string {
  const [chainId, ...more] = c.req.queries('chainId') ?? []
  if (chainId === undefined || more.length > 0)
    throw invalid(`Set one chain by its CAIP-2 id: ?chainId=${chains()[0] ?? 'eip155:1'}`)
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
  return message.length > MAX_BATCH
    ? rpcError(-32600, `Invalid request: a batch may contain at most ${MAX_BATCH} calls.`)
    : undefined
}

type RpcError = ReturnType<typeof rpcError>

/** JSON-RPC 2.0 error response with `id: null`. */
export const rpcError = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } })
