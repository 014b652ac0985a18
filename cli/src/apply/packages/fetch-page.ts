import { lookup as resolveHost } from 'node:dns'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { CliError, messageOf } from '../../errors.js'

/** Response to the last request, after all followed redirects. */
export interface Page {
  readonly url: URL
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface FetchInput {
  readonly signal: AbortSignal
  /** Time limit for the request and all its redirects. */
  readonly timeoutMs: number
  /** Maximum size of a response's body. */
  readonly maxBytes: number
  readonly method?: 'GET' | 'HEAD' | 'POST'
  /** JSON body of a `POST` request. */
  readonly body?: string
  /** Called before each redirect; throws to refuse it. If absent, redirects are not followed. */
  readonly checkRedirect?: (from: URL, to: URL) => void
  /** Refuses addresses of this machine and of private networks, including public names that resolve to such an address. */
  readonly publicOnly?: boolean
}

const maxRedirects = 5

/**
 * Sends a request without cookies and referrer, and follows up to 5 redirects. Returns pages of any status. Throws `FETCH_FAILED` if the
 * response is incomplete or too large, or if redirects are invalid or too many; `FETCH_REFUSED` for an address that `publicOnly` excludes; and the
 * errors of `checkRedirect`. When aborted, throws the signal's reason.
 */
export async function fetchPage(address: URL, input: FetchInput): Promise<Page> {
  const signal = AbortSignal.any([input.signal, AbortSignal.timeout(input.timeoutMs)])
  let url = address
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    try {
      const page = await sendRequest(url, { ...input, signal })
      const { location } = page.headers
      if (page.status < 300 || page.status > 399 || location === undefined || !input.checkRedirect) return page
      const next = nextUrl(location, url)
      input.checkRedirect(url, next)
      url = next
    } catch (cause) {
      input.signal.throwIfAborted()
      if (cause instanceof CliError) throw cause
      throw fetchFailed(url, signal.aborted ? `no response within ${input.timeoutMs} ms` : messageOf(cause), cause)
    }
  }
  throw fetchFailed(address, `more than ${maxRedirects} redirects`)
}

function nextUrl(location: string, from: URL): URL {
  if (URL.canParse(location, from)) return new URL(location, from)
  throw fetchFailed(from, 'it redirects to an invalid URL')
}

function sendRequest(
  url: URL,
  { signal, maxBytes, method = 'GET', body, publicOnly = false }: FetchInput,
): Promise<Page> {
  if (publicOnly && isIP(hostOf(url)) !== 0 && isPrivate(hostOf(url))) throw privateAddress(url)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      signal,
      agent: false,
      headers: {
        accept: '*/*',
        'user-agent': 'create-wallet-modal',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(publicOnly && { lookup: publicLookup(url) }),
    })
    request.once('error', reject)
    request.once('response', (response) => {
      readBody(response, maxBytes, url).then(
        (text) => resolve({ url, status: response.statusCode ?? 0, headers: response.headers, text }),
        (error: unknown) => {
          request.destroy()
          reject(error)
        },
      )
    })
    request.end(body)
  })
}

async function readBody(response: IncomingMessage, maxBytes: number, url: URL): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    const buffer = Buffer.from(chunk)
    bytes += buffer.length
    if (bytes > maxBytes) throw fetchFailed(url, `the response is larger than ${maxBytes} bytes`)
    chunks.push(buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Checks the addresses in the DNS lookup of the connection itself, because a second lookup could return other addresses (DNS rebinding). */
const publicLookup =
  (url: URL): LookupFunction =>
  (hostname, options, callback) =>
    resolveHost(hostname, { ...options, all: true }, (error, addresses) => {
      const refused = error ?? (addresses.some(({ address }) => isPrivate(address)) ? privateAddress(url) : null)
      const [first] = addresses ?? []
      if (refused || !first) callback(refused ?? new Error('no address'), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

/** Whether an address is on this machine, in a private network, reserved, or invalid. Treats an IPv4-mapped IPv6 address as IPv4. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 0) return true
  const ip = ipaddr.process(address)
  return ip.range() !== 'unicast' || (ip instanceof ipaddr.IPv6 && !ip.match(globalUnicast))
}

/** Public IPv6 addresses. `isPrivate` treats all other IPv6 ranges as private, because IANA has not assigned them for public use. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Host name or address of a URL, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const fetchFailed = (url: URL, reason: string, cause?: unknown): CliError =>
  new CliError('FETCH_FAILED', `"${url.origin}${url.pathname}" could not be read: ${reason}.`, {
    advice: 'Check the URL, or download the file and pass its path.',
    cause,
  })

const privateAddress = (url: URL): CliError =>
  new CliError('FETCH_REFUSED', `"${url.origin}" resolves to this machine or a private network.`, {
    advice: 'Download the file and pass its path instead.',
  })
