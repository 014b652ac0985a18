import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RETRY_AFTER_CAP_MS, RETRY_DELAYS_MS, TIMEOUT_MS } from '../../kernel/src/transport/fetch.js'
import type { Mutation } from './mutations.js'

export interface HostileServer extends AsyncDisposable {
  readonly url: string
  /** Reply to further requests. */
  reply: (body: string) => Mutation
  /** Number of requests since the test last set this field. */
  requests: number
}

/** Serves hostile replies over real HTTP on loopback, with wrong lengths, wrong encodings and broken connections. */
export async function serveHostile(first: HostileServer['reply']): Promise<HostileServer> {
  const state: { reply: HostileServer['reply']; requests: number } = { reply: first, requests: 0 }
  const server = createServer(async (request, response) => {
    state.requests++
    let body = ''
    for await (const part of request) body += String(part)
    send(response, state.reply(body))
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => void server.close(closed))
    },
  })
}

function send(response: ServerResponse, { status, headers, body, ending }: Mutation): void {
  const bytes = Buffer.from(body)
  if (status === 204 || status === 304) return void response.writeHead(status, headers).end()
  // announces nine more bytes than it sends, for an incomplete body
  const missing = ending === 'whole' ? 0 : 9
  response.writeHead(status, { ...headers, 'content-length': bytes.length + missing })
  if (ending === 'never') response.flushHeaders()
  else if (ending === 'cut') response.write(bytes, () => response.destroy())
  else response.end(bytes)
}

/** Shortens the transport's delays and, while `isStuck` returns true, its timeout for a complete reply. Returns a function that restores them. */
export function hurry(isStuck: () => boolean): () => void {
  const original = globalThis.setTimeout
  const waits = new Set<number>([...RETRY_DELAYS_MS, RETRY_AFTER_CAP_MS])
  const shortened = (run: () => void, ms = 0, ...rest: unknown[]): unknown =>
    original(run, waits.has(ms) ? 0 : ms === TIMEOUT_MS && isStuck() ? 30 : ms, ...rest)
  globalThis.setTimeout = shortened as typeof setTimeout
  return () => {
    globalThis.setTimeout = original
  }
}
