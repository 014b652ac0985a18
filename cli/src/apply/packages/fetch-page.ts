import { lookup as resolveHost } from 'node:dns'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { CliError, messageOf } from '../../errors.js'

/** What came from an address: the last one of a chain of redirects. */
export interface Page {
  readonly url: URL
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface FetchInput {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly method?: 'GET' | 'HEAD' | 'POST'
  /** Sent as JSON with `POST`. */
  readonly body?: string
  /** Whether a redirect may be followed. Throws where it must not be. */
  readonly mayFollow?: (from: URL, to: URL) => void
  /** Refuses addresses of this machine and of private networks, also where a public name leads to one. */
  readonly publicOnly?: boolean
}

const maxRedirects = 5

/** Asks for a page. Throws `FETCH_FAILED` in a sentence; sends no cookies and no referrer. */
export async function fetchPage(address: URL, input: FetchInput): Promise<Page> {
  const signal = AbortSignal.any([input.signal, AbortSignal.timeout(input.timeoutMs)])
  let url = address
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    try {
      const page = await ask(url, { ...input, signal })
      const { location } = page.headers
      if (page.status < 300 || page.status > 399 || location === undefined || !input.mayFollow) return page
      const next = nextUrl(location, url)
      input.mayFollow(url, next)
      url = next
    } catch (cause) {
      input.signal.throwIfAborted()
      if (cause instanceof CliError) throw cause
      throw failed(url, signal.aborted ? `no answer within ${input.timeoutMs} ms` : messageOf(cause), cause)
    }
  }
  throw failed(address, `more than ${maxRedirects} redirects`)
}

function nextUrl(location: string, from: URL): URL {
  if (URL.canParse(location, from)) return new URL(location, from)
  throw failed(from, 'it redirects to an address that is none')
}

function ask(url: URL, { signal, maxBytes, method = 'GET', body, publicOnly = false }: FetchInput): Promise<Page> {
  if (publicOnly && isIP(bare(url)) !== 0 && isPrivate(bare(url))) throw privateAddress(url)
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
    const part = Buffer.from(chunk)
    bytes += part.length
    if (bytes > maxBytes) throw failed(url, `the answer is larger than ${maxBytes} bytes`)
    chunks.push(part)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The look-up that the connection itself uses, so that a name cannot change its mind after the check. */
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

/** IPv6 is public only inside the global unicast block, and where an IPv4 address is written as one. */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
publicIpv6.addSubnet('::ffff:0:0', 96, 'ipv6')

const notPublic = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv6')

/** Whether an address is of this machine, of a private network or of none. An IPv4 address inside an IPv6 one is looked at too. */
export function isPrivate(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return notPublic.check(address)
  return family === 0 || !publicIpv6.check(address, 'ipv6') || notPublic.check(address, 'ipv6')
}

/** The name or address of a URL, without the brackets of IPv6. */
export const bare = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const failed = (url: URL, why: string, cause?: unknown): CliError =>
  new CliError('FETCH_FAILED', `"${url.origin}${url.pathname}" could not be read: ${why}.`, {
    advice: 'Look at the address, or save it as a file and name that.',
    cause,
  })

const privateAddress = (url: URL): CliError =>
  new CliError('FETCH_REFUSED', `"${url.origin}" leads to this machine or a private network.`, {
    advice: 'Save the file and name that instead.',
  })
