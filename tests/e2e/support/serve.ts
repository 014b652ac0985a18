import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
}

export interface ServedSite {
  readonly url: string
  close(): Promise<void>
}

/** Files of a site in memory, by path, such as `/main.js`. */
export type SiteFiles = ReadonlyMap<string, Uint8Array>

type ServeOptions = ({ readonly directory: string } | { readonly files: SiteFiles }) & {
  /** Origins that the page may connect to and load images from, such as the sandbox. */
  readonly services: readonly string[]
  /** Origins that the page may show in frames. Default: none. */
  readonly frames?: readonly string[]
  /** Creates the site's own server for paths below `/api/`, from the origin of the site. */
  readonly api?: (origin: string) => (request: Request) => Promise<Response>
  /**
   * Returns the Content Security Policy of a page. Default: {@link strictPolicy}. If it returns `undefined`, the page has no policy and its HTML is
   * not changed.
   */
  readonly policy?: () => string | undefined
}

/** A strict Content Security Policy with which a page with a wallet modal works. */
export const strictPolicy = (nonce: string, services: readonly string[], frames: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: ${services.join(' ')}`,
    `connect-src 'self' ${services.join(' ')}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

/** Returns a function that reads files below a folder. It resolves with `undefined` if a file does not exist. */
const fileReader =
  (directory: string) =>
  async (path: string): Promise<Uint8Array | undefined> => {
    const file = join(directory, path)
    if (!file.startsWith(directory)) return undefined
    return readFile(file).catch(() => undefined) // does not exist, or is a folder
  }

/** Serves a built site on loopback, by default with {@link strictPolicy}. Inserts the nonce into its HTML, like a site's server. */
export async function serveSite({ services, frames, policy, api, ...site }: ServeOptions): Promise<ServedSite> {
  const read = 'files' in site ? async (path: string) => site.files.get(path) : fileReader(site.directory)
  let answer: ((request: Request) => Promise<Response>) | undefined
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (answer && path.startsWith('/api/')) return sendResponse(response, await answer(await toRequest(request)))
    const name = path.endsWith('/') ? `${path}index.html` : path
    const body = await read(name)
    if (!body) return response.writeHead(404).end()
    response.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream')
    // browsers keep no page with `no-store` in the back/forward cache
    response.setHeader('cache-control', request.url?.endsWith('?cacheable') ? 'no-cache' : 'no-store')
    const nonce = randomBytes(16).toString('base64')
    const csp = policy ? policy() : strictPolicy(nonce, services, frames)
    if (csp === undefined || extname(name) !== '.html') return response.end(body)
    response.setHeader('content-security-policy', csp)
    response.end(
      Buffer.from(body)
        .toString()
        .replace(/<(script|link|style)\b/g, `<$1 nonce="${nonce}"`),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The test server has no port.')
  answer = api?.(`http://127.0.0.1:${address.port}`)
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Converts a request of Node to a `Request`. */
async function toRequest(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method = 'GET', url = '/', headers } = request
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.concat(chunks) }
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(`http://${headers.host}${url}`, { method, headers: entries, ...body })
}

async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) response.appendHeader(name, value)
  response.end(Buffer.from(await answer.arrayBuffer()))
}
