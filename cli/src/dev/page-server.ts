import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import { eventsPath } from '../plan/site/build-page.js'
import { createFileEvents } from './file-events.js'

export interface PageServerInput {
  /** The page's folder. */
  readonly folder: string
  readonly host: string
  readonly port: number
  /** Origin of the bundler's server, which serves the folder and the modal. */
  readonly bundler: string
  /** Origin of the server for sign-in requests, such as the sandbox; `undefined` if there is none. */
  readonly signInServer: string | undefined
}

const signInPath = '/api/siwx/'

/**
 * Starts the dev server of a page without a bundler, until the signal is aborted. Forwards requests to the bundler's server, and sign-in requests to
 * the sandbox. Sends an event to the page when one of its files changes. Hides files and folders that begin with a dot, such as `.env`.
 */
export async function startPageServer(input: PageServerInput, signal: AbortSignal): Promise<void> {
  const { folder, host, port, bundler, signInServer } = input
  const connectPage = createFileEvents(folder, signal)
  const server = createServer((request, response) => {
    const path = pathOf(request)
    if (path === undefined || isHidden(path)) return void response.writeHead(404).end()
    if (path === eventsPath) return connectPage(response)
    const isSignIn = signInServer !== undefined && path.startsWith(signInPath)
    forward(request, response, isSignIn ? signInServer : bundler)
  })
  signal.addEventListener('abort', () => void server.close().closeAllConnections(), { once: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
}

/** Decoded path of a request; `undefined` if it is not a valid path. */
function pathOf({ url = '' }: IncomingMessage): string | undefined {
  try {
    return url.startsWith('/') ? decodeURIComponent(url.split('?', 1)[0] ?? '') : undefined
  } catch {
    return undefined
  }
}

const isHidden = (path: string): boolean =>
  path.split(/[/\\]/).some((segment) => segment.startsWith('.') && segment !== '.well-known')

/** Forwards a request with its `Host` header, from which the sandbox reads the page's origin. Closes the connection if there is no reply. */
function forward(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const { method, headers, url } = request
  const target = requestHttp(`${origin}${url}`, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(response)
  })
  target.once('error', () => response.destroy())
  response.once('close', () => target.destroy())
  request.pipe(target)
}
