import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http'
import { isIP } from 'node:net'
import { eventsPath } from '../plan/site/build-page.js'
import { createFileEvents } from './file-events.js'

export interface PageServerInput {
  /** The page's folder. */
  readonly folder: string
  readonly host: string
  readonly port: number
  /** Origin of the bundler's server, which serves the folder and the modal. */
  readonly bundler: string
  /** Reads the origin of the server for sign-in requests, such as the sandbox; `undefined` if none runs. Must not reject. */
  readonly signInServer: () => Promise<string | undefined>
}

const signInPath = '/api/siwx/'

/**
 * Starts the dev server of a page without a bundler, until the signal is aborted. Forwards requests to the bundler's server, and sign-in requests to
 * the sandbox. Sends an event to the page when one of its files changes. Hides files and folders that begin with a dot, such as `.env`. To protect
 * against DNS rebinding, refuses requests whose `Host` is neither localhost, nor the host of `input`, nor an IP address.
 */
export async function startPageServer(input: PageServerInput, signal: AbortSignal): Promise<void> {
  const { folder, host, port, bundler, signInServer } = input
  const connectPage = createFileEvents(folder, signal)
  const server = createServer((request, response) => {
    if (!isOwnHost(request.headers.host, host)) return void response.writeHead(403).end()
    const url = urlOf(request)
    const path = url && decode(url.pathname)
    if (url === undefined || path === undefined || isHidden(path)) return void response.writeHead(404).end()
    if (path === eventsPath) return connectPage(response)
    const { headers } = request
    const target = { path: url.pathname + url.search, origin: bundler }
    const forwardTo = (signInOrigin: string | undefined): void =>
      signInOrigin === undefined
        ? forward(request, response, { ...target, headers: { ...headers, host: new URL(bundler).host } }) // esbuild accepts only its own host
        : forward(request, response, { ...target, origin: signInOrigin, headers }) // the sandbox reads the page's origin from `Host`
    if (path.startsWith(signInPath)) void signInServer().then((origin) => response.destroyed || forwardTo(origin))
    else forwardTo(undefined)
  })
  signal.addEventListener('abort', () => void server.close().closeAllConnections(), { once: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
}

/** Whether a `Host` header is that of localhost, an IP address or the host on which the server listens. */
function isOwnHost(header: string | undefined, host: string): boolean {
  if (header === undefined || !URL.canParse(`http://${header}`)) return false
  const { hostname } = new URL(`http://${header}`)
  return hostname === 'localhost' || hostname === host.toLowerCase() || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

/** Normalized URL of a request; `undefined` if the request has no valid path. */
const urlOf = ({ url = '' }: IncomingMessage): URL | undefined =>
  /^\/[\x21-\x7e]*$/.test(url) ? new URL(`http://localhost${url}`) : undefined

/** Decoded path; `undefined` if its encoding is invalid. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

const isHidden = (path: string): boolean =>
  path.split(/[/\\]/).some((segment) => segment.startsWith('.') && segment !== '.well-known')

interface ForwardTarget {
  readonly origin: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** Forwards a request. Closes the connection if there is no reply. */
function forward(request: IncomingMessage, response: ServerResponse, { origin, path, headers }: ForwardTarget): void {
  const target = requestHttp(origin, { method: request.method, path, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(response)
  })
  target.once('error', () => response.destroy())
  response.once('close', () => target.destroy())
  request.pipe(target)
}
