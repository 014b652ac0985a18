import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import * as v from 'valibot'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Clock, createClock } from '../clock.js'
import { createFaults, type Faults, MALFORMED, wait } from '../faults.js'
import { isLoopbackAuthority, isLoopbackOrigin } from '../http/origins.js'
import { askedUrl, isChainSocket } from '../http/sockets.js'
import { readClientId } from './client-identity.js'
import { createMailbox, type Delivery } from './mailbox.js'
import { handle } from './methods.js'

/** Project id that this relay rejects, to test a wrong one. */
export const REFUSED_PROJECT_ID = 'refused'

const UNAUTHORIZED = 3000
const PING_MS = 25_000
const SWEEP_MS = 30_000
const MAX_BYTES = 4 * 1024 * 1024

/** In-memory WalletConnect relay (`irn` over WebSocket). */
export interface Relay {
  /** Closes every connection, as a network failure does; clients may reconnect. */
  dropAll(): void
  readonly connections: number
  /** Closes every connection and removes all messages. */
  reset(): void
  /** Rejects new connections and closes all existing ones. */
  close(): void
}

interface Client {
  readonly socket: WebSocket
  /** Deliveries not acknowledged by the client, by message id. */
  readonly pending: Map<number, Delivery>
  isAlive: boolean
}

const requestSchema = v.object({
  id: v.union([v.number(), v.string()]),
  method: v.optional(v.string()),
  params: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
})

type Request = v.InferOutput<typeof requestSchema>

/** Handles WebSocket upgrades on `/` and `/relay` of a loopback server. */
export function attachRelay(
  server: Server,
  { faults = createFaults(), clock = createClock() }: { readonly faults?: Faults; readonly clock?: Clock } = {},
): Relay {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BYTES })
  const clients = new Map<string, Set<Client>>()
  let sent = 0
  const nextId = (): number => Date.now() * 1000 + (sent++ % 1000)

  const send = (client: Client, delivery: Delivery): void => {
    const { subscriptionId, topic, message, publishedAt, tag, attestation } = delivery
    const id = nextId()
    client.pending.set(id, delivery)
    const data = { topic, message, publishedAt, tag, attestation }
    const params = { id: subscriptionId, data }
    client.socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }
  const mailbox = createMailbox((clientId, delivery) => {
    for (const client of clients.get(clientId) ?? []) send(client, delivery)
  }, clock.now)

  const respond = (clientId: string, client: Client, { id, method, params }: Request & { method: string }): void => {
    const answer = (body: object): void => client.socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...body }))
    try {
      const handled = handle(mailbox, clientId, method, params)
      if (!handled) {
        answer({ error: { code: -32_601, message: `Method not found: ${method}` } })
        return
      }
      answer({ result: handled.result })
      // after the reply: until then the client does not know the subscription's id
      for (const delivery of mailbox.waiting(clientId, handled.replay ?? [])) send(client, delivery)
    } catch (error) {
      if (!v.isValiError(error)) throw error
      answer({ error: { code: -32_602, message: `Invalid params: ${error.message}` } })
    }
  }
  const receive = (clientId: string, client: Client, text: string): void => {
    const { success, output } = v.safeParse(requestSchema, readJson(text))
    if (!success) {
      const error = { code: -32_600, message: 'Invalid request' }
      client.socket.send(JSON.stringify({ id: null, jsonrpc: '2.0', error }))
    } else if (output.method !== undefined) {
      respond(clientId, client, { ...output, method: output.method })
    } else {
      if (output.result !== undefined) client.pending.get(Number(output.id))?.acknowledge()
      client.pending.delete(Number(output.id))
    }
  }
  const welcome = (socket: WebSocket, clientId: string): void => {
    const client: Client = { socket, pending: new Map(), isAlive: true }
    const own = clients.get(clientId) ?? new Set()
    clients.set(clientId, own.add(client))
    socket.on('pong', () => {
      client.isAlive = true
    })
    socket.on('message', async (data) => {
      const { delayMs, drop, malformed } = faults.meet('relay', '/', ({ status }) => status === undefined) ?? {}
      if (delayMs !== undefined) await wait(delayMs)
      if (drop) socket.terminate()
      else if (malformed) socket.send(MALFORMED)
      else receive(clientId, client, String(data))
    })
    socket.on('close', () => {
      own.delete(client)
      if (own.size > 0) return
      clients.delete(clientId)
      mailbox.leave(clientId)
    })
  }
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (isChainSocket(request)) return
    socket.on('error', () => socket.destroy()) // without a listener, a closed connection would crash the process
    const refusal = refusalOf(request)
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\n\r\n`)
      return
    }
    const { drop, status } =
      faults.meet('relay', '/', (fault) => fault.drop === true || fault.status !== undefined) ?? {}
    if (drop) {
      socket.destroy()
      return
    }
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} Planned\r\nConnection: close\r\n\r\n`)
      return
    }
    const query = askedUrl(request)?.searchParams ?? new URLSearchParams()
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => opened.terminate())
      const projectId = query.get('projectId')
      const isKnown = projectId !== null && projectId !== '' && projectId !== REFUSED_PROJECT_ID
      const clientId = readClientId(query.get('auth') ?? '')
      if (isKnown && clientId !== null) welcome(opened, clientId)
      else opened.close(UNAUTHORIZED, `Unauthorized: invalid ${isKnown ? 'auth' : 'key'}`)
    })
  }
  const everyone = (): readonly Client[] => [...clients.values()].flatMap((own) => [...own])
  faults.watch(({ on, drop }) => {
    if (on === 'relay' && drop) for (const { socket } of everyone()) socket.terminate()
  })
  const ping = setInterval(() => {
    for (const client of everyone()) {
      if (!client.isAlive) client.socket.terminate()
      client.isAlive = false
      client.socket.ping()
    }
  }, PING_MS)
  const sweep = setInterval(() => mailbox.sweep(), SWEEP_MS)
  for (const timer of [ping, sweep]) timer.unref()
  server.on('upgrade', onUpgrade)
  const dropAll = (): void => {
    for (const { socket } of everyone()) socket.terminate()
  }

  return {
    dropAll,
    reset() {
      dropAll()
      mailbox.clear()
    },
    get connections() {
      return everyone().length
    },
    close() {
      clearInterval(ping)
      clearInterval(sweep)
      server.off('upgrade', onUpgrade)
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

/** CORS does not apply to WebSockets, so the origin is checked here. */
function refusalOf(request: IncomingMessage): string | undefined {
  const { headers } = request
  if (!isLoopbackAuthority(headers.host ?? '')) return '403 Forbidden'
  if (headers.origin !== undefined && !isLoopbackOrigin(headers.origin)) return '403 Forbidden'
  return ['/', '/relay'].includes(askedUrl(request)?.pathname ?? '') ? undefined : '404 Not Found'
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // ignores messages that are not JSON
  }
}
