import type { Context, MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { applyCallErrors, hasMatchingCall } from '../engines/call-faults.js'
import type { Engine } from '../engines/engine.js'
import { type Fault, type Faults, MALFORMED, wait } from '../faults.js'

/** Paths that are exempt from faults: `/`, `/health` and the control routes. */
const exemptPaths = /^\/(sandbox\/|health$|$)/

/** Applies planned faults to whole HTTP requests. {@link applyCallFaults} applies faults to single JSON-RPC calls. */
export function applyFaults(faults: Faults): MiddlewareHandler {
  return async (c, next) => {
    const on = isRpc(c) ? 'rpc' : 'api'
    const fault = exemptPaths.test(c.req.path) ? undefined : faults.consume(on, c.req.path, (one) => !isCallFault(one))
    if (!fault) return next()
    return applyFault(c, fault, async () => {
      await next()
      return c.res
    })
  }
}

/** Applies planned faults to single JSON-RPC calls. Leaves bodies that are not JSON to the route, which rejects them. */
export function applyCallFaults(engines: readonly Engine[], faults: Faults): MiddlewareHandler {
  return async (c, next) => {
    const engine = engines.find(({ network }) => network.caipNetworkId === c.req.query('chainId'))
    if (!isRpc(c) || !engine || !faults.isPlanned('rpc')) return next()
    const body = await c.req.text()
    const fault = isJson(body)
      ? faults.consume('rpc', c.req.path, (one) => isCallFault(one) && hasMatchingCall(one, body))
      : undefined
    if (!fault) return next()
    return applyFault(c, fault, async () => {
      if (fault.error) {
        const reply = await applyCallErrors(fault, { body, engine })
        return reply === '' ? c.body(null, 204) : c.body(reply, 200, { 'content-type': 'application/json' })
      }
      await next()
      return c.res
    })
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a fault applies to single JSON-RPC calls, not to whole requests. */
const isCallFault = ({ method, error }: Fault): boolean => (method ?? error) !== undefined

/** Applies a fault. Calls `respond` to process the request, except for the faults `drop: true`, `malformed` and `status`. */
export async function applyFault(c: Context, fault: Fault, respond: () => Promise<Response>): Promise<Response> {
  const { delayMs = 0, status, drop, malformed } = fault
  await wait(delayMs)
  if (drop === 'reply') await respond()
  if (drop) return closeConnection(c)
  if (malformed) return c.body(MALFORMED, 200, { 'content-type': 'application/json' })
  if (status === undefined) return respond()
  const body = JSON.stringify({ error: { code: 'PLANNED_FAULT', message: 'A test planned this response.' } })
  return new Response(body, { status, headers: { ...corsOf(c), 'content-type': 'application/json' } })
}

const isRpc = (c: Context): boolean => /^\/v1\/?$/.test(c.req.path) && c.req.method === 'POST'

/** Headers set so far. Without the CORS headers, a page could not read the response. */
const corsOf = (c: Context): Record<string, string> => Object.fromEntries(c.res.headers)

const nodeSchema = v.object({ incoming: v.object({ socket: v.object({ destroy: v.function() }) }) })

/** Closes the connection. Outside Node.js, where the app cannot access the connection, the response is empty. */
function closeConnection(c: Context): Response {
  if (v.is(nodeSchema, c.env)) c.env.incoming.socket.destroy()
  return c.body(null)
}
