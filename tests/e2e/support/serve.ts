import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
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

interface ServeOptions {
  readonly directory: string
  /** Origins the page may connect to and take images from: the sandbox. */
  readonly services: readonly string[]
  /** Answers what lies below `/api/`, as the site's own server. It is made once the origin is known. */
  readonly api?: (origin: string) => (request: Request) => Promise<Response>
  /** Asked for each page: the policy to serve it with, instead of {@link strictPolicy}. `undefined`: none, and its HTML stays as it is. */
  readonly policy?: () => string | undefined
}

/** The strictest policy that a page with a wallet modal can be given (bar G1). */
export const strictPolicy = (nonce: string, services: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: ${services.join(' ')}`,
    `connect-src 'self' ${services.join(' ')}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

/** Serves a built site from loopback under {@link strictPolicy}; the nonce is put into its HTML as a site's server would. */
export async function serveSite({ directory, services, policy, api }: ServeOptions): Promise<ServedSite> {
  let answer: ((request: Request) => Promise<Response>) | undefined
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (answer && path.startsWith('/api/')) return sendResponse(response, await answer(await toRequest(request)))
    const file = join(directory, path.endsWith('/') ? `${path}index.html` : path)
    try {
      if (!file.startsWith(directory) || !(await stat(file)).isFile()) throw new Error('not found')
      const nonce = randomBytes(16).toString('base64')
      const body = await readFile(file)
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
      response.setHeader('cache-control', 'no-store')
      const csp = policy ? policy() : strictPolicy(nonce, services)
      if (csp === undefined || extname(file) !== '.html') return response.end(body)
      response.setHeader('content-security-policy', csp)
      response.end(body.toString().replace(/<(script|link|style)\b/g, `<$1 nonce="${nonce}"`))
    } catch {
      response.statusCode = 404 // what is not in the folder is not served
      response.end()
    }
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

/** A request of Node as the Web standard has it. */
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
