import { RequestError } from '@wallet-modal/gateway/server'
import type { MiddlewareHandler } from 'hono'

const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]' || hostname.endsWith('.localhost')

const toUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/** Whether a text is the exact serialization of an http or https loopback origin. `false` for the opaque origin `null`. */
export function isLoopbackOrigin(origin: string): boolean {
  const url = toUrl(origin)
  if (!url || url.origin !== origin) return false
  return (url.protocol === 'http:' || url.protocol === 'https:') && isLoopbackHost(url.hostname)
}

/** Whether a Host header names this machine. In a DNS rebinding attack, the header has the attacker's host name, which resolves to loopback. */
export function isLoopbackAuthority(host: string): boolean {
  const url = toUrl(`http://${host}`)
  return (
    url !== undefined &&
    url.pathname === '/' &&
    url.username === '' &&
    url.search === '' &&
    isLoopbackHost(url.hostname)
  )
}

interface OriginHeaders {
  readonly host?: string | undefined
  readonly origin?: string | undefined
}

/**
 * Whether a request comes from a page on this machine, or from a program that is not a browser. Used for requests that {@link loopbackOnly} does not
 * handle, such as WebSocket upgrades.
 */
export const isFromLoopback = ({ host = '', origin }: OriginHeaders): boolean =>
  isLoopbackAuthority(host) && (origin === undefined || isLoopbackOrigin(origin))

/** Request headers that pages may send. `@solana/web3.js` and `@solana/kit` identify themselves in `solana-client`. */
const clientHeaders = 'authorization, content-type, solana-client'

/**
 * Refuses requests with `NOT_ALLOWED` if the `Host` or `Origin` header does not name this machine. Answers preflight requests. CORS headers alone are
 * not enough, because a page of another origin can send a `text/plain` POST without a preflight.
 */
export function loopbackOnly(): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host
    if (!isLoopbackAuthority(host))
      throw notAllowed('The sandbox accepts requests only for a loopback host such as 127.0.0.1 or localhost.')
    const origin = c.req.header('origin')
    if (origin === undefined) return next()
    if (!isLoopbackOrigin(origin))
      throw notAllowed(
        'The sandbox accepts requests only from pages of this machine (localhost, 127.0.0.1, [::1], *.localhost).',
      )
    c.header('Access-Control-Allow-Origin', origin)
    c.header('Vary', 'Origin')
    if (c.req.method !== 'OPTIONS') return next()
    c.header('Access-Control-Allow-Methods', 'GET, HEAD, POST')
    c.header('Access-Control-Allow-Headers', clientHeaders)
    c.header('Access-Control-Max-Age', '600')
    return c.body(null, 204)
  }
}

const notAllowed = (message: string): RequestError => new RequestError('NOT_ALLOWED', message)
