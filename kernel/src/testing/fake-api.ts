import { endpoints } from '../domain/slots.js'
import { definePlugin, type PluginInstance } from '../plugins/plugin.js'
import { patternOf } from '../transport/permission-pattern.js'

export interface FakeRequest {
  readonly method: string
  readonly url: URL
  /** Parsed JSON, or the text if it is not JSON; `undefined` without a body. */
  readonly body: unknown
  /** Aborted when the caller cancels the request. */
  readonly signal: AbortSignal
}

/** A JSON value, a `Response`, or a promise of either. A script may contain a function that returns the reply; it is called for each request. */
export type FakeReply = unknown

export interface FakeApi extends Disposable {
  /** Add it to `plugins`: it sets the URLs of the scripted services. */
  readonly plugin: PluginInstance
  /** All requests to scripted services, including those to paths without a scripted reply. */
  readonly requests: readonly FakeRequest[]
  /** Restores the original `fetch`. */
  dispose(): void
}

const HOST = '.fake-api.invalid'

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? undefined : text
  }
}

/**
 * Replaces `fetch` with a function that replies from a script. Keys have the form `service:/path`, with `*` as in `permissions.api`. An exact key
 * takes precedence over patterns, and a pattern over later ones. Other paths get status 404. Requests to other hosts reject, so that tests never use
 * the network.
 */
export function createFakeApi(
  script: Readonly<Record<string, FakeReply | ((request: FakeRequest) => FakeReply)>>,
): FakeApi {
  const original = globalThis.fetch
  const requests: FakeRequest[] = []
  const services = new Set(Object.keys(script).map((key) => key.slice(0, key.indexOf(':'))))
  const patterns = Object.keys(script)
    .filter((key) => key.includes('*'))
    .map((key) => [key, patternOf(key)] as const)
  /** Services by lower-case name: host names are in lower case. */
  const serviceOf = new Map([...services].map((service) => [service.toLowerCase(), service]))

  const fake = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const webRequest = new Request(input, init)
    const url = new URL(webRequest.url)
    if (!url.host.endsWith(HOST))
      throw new TypeError(`The fake API sends no request to ${url.host}: add the service to its script.`)
    const request: FakeRequest = {
      method: webRequest.method,
      url,
      body: jsonOf(await webRequest.text()),
      signal: webRequest.signal,
    }
    webRequest.signal.throwIfAborted() // as `fetch` does
    requests.push(request)
    const host = url.host.slice(0, -HOST.length)
    const requested = `${serviceOf.get(host) ?? host}:${url.pathname}`
    const key = Object.hasOwn(script, requested)
      ? requested
      : patterns.find(([, pattern]) => pattern.test(requested))?.[0]
    if (key === undefined) return new Response(`The script has no reply for ${requested}.`, { status: 404 })
    const aborted = new Promise<never>((_, reject) => {
      webRequest.signal.addEventListener('abort', () => reject(webRequest.signal.reason))
    })
    const scripted = script[key]
    const reply: unknown = await Promise.race([typeof scripted === 'function' ? scripted(request) : scripted, aborted])
    return reply instanceof Response ? reply.clone() : Response.json(reply)
  }
  globalThis.fetch = fake
  const dispose = (): void => {
    if (globalThis.fetch === fake) globalThis.fetch = original
  }
  const plugin = definePlugin({
    name: 'fake-api',
    kernel: '^0.1',
    setup(ctx) {
      for (const service of services) ctx.add(endpoints, { service, url: `http://${service}${HOST}` }, { order: 1000 })
    },
  })
  return { plugin: plugin(), requests, dispose, [Symbol.dispose]: dispose }
}
