import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import type { Engine } from './engine.js'
import { isServing } from './engine.js'
import { SandboxError } from './errors.js'

/** Refuses bodies above `maxBytes`, whether their length is announced or not. */
export const limitBody = (maxBytes: number): MiddlewareHandler =>
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new SandboxError('TOO_LARGE', `The request's body is larger than ${maxBytes} bytes.`)
    },
  })

/** The media type of a request without parameters, lower case; empty when it has none. */
export const mediaTypeOf = (c: Context): string =>
  (c.req.header('content-type') ?? '').split(';', 1).join('').trim().toLowerCase()

/** Parses foreign data or throws `INVALID_REQUEST` that names the first offending path. */
export function parseRequest<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  const path = v.getDotPath(issue)
  throw invalid(path === null ? issue.message : `"${path}": ${issue.message}`)
}

/** The body as JSON, or `INVALID_REQUEST`. */
export async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body is not JSON.')
  }
}

/** The engine of a CAIP-2 id, compared exactly; `INVALID_REQUEST` names the ones there are. */
export function engineOf(engines: readonly Engine[], caipNetworkId: string): Engine {
  const engine = engines.find(({ network }) => network.caipNetworkId === caipNetworkId)
  if (engine) return engine
  const served = engines.filter(isServing).map(({ network }) => network.caipNetworkId)
  throw invalid(
    `The sandbox does not serve the chain "${caipNetworkId.slice(0, 64)}". It serves ${served.join(' and ') || 'none'}.`,
  )
}

export const invalid = (message: string): SandboxError => new SandboxError('INVALID_REQUEST', message)
