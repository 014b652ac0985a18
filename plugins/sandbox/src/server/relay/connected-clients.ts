import * as v from 'valibot'
import type { WebSocket } from 'ws'
import { type Faults, MALFORMED, wait } from '../faults.js'
import { createMailbox, type Delivery, type Mailbox } from './mailbox.js'
import { handleRequest } from './methods.js'

/** Connected clients of the relay, and the mailbox that stores their messages. */
export interface ConnectedClients {
  readonly mailbox: Mailbox
  /** Serves an authenticated connection until it closes. A client id may have several connections. */
  add(socket: WebSocket, clientId: string): void
  /** Number of open connections. */
  readonly size: number
  /** Closes every connection, as a network failure does. */
  terminateAll(): void
  /** Closes connections that did not answer the previous ping, and pings the remaining connections. */
  ping(): void
}

interface Client {
  readonly id: string
  readonly socket: WebSocket
  /** Unacknowledged deliveries to this client, by id of their `irn_subscription` request. */
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

export function createConnectedClients(faults: Faults, now: () => number): ConnectedClients {
  const clients = new Map<string, Set<Client>>()
  const deliver = createDelivery()
  const mailbox = createMailbox((clientId, delivery) => {
    for (const client of clients.get(clientId) ?? []) deliver(client, delivery)
  }, now)
  const all = (): readonly Client[] => [...clients.values()].flatMap((connections) => [...connections])
  return {
    mailbox,
    add(socket, clientId) {
      const client: Client = { id: clientId, socket, pending: new Map(), isAlive: true }
      const connections = clients.get(clientId) ?? new Set()
      clients.set(clientId, connections.add(client))
      socket.on('pong', () => {
        client.isAlive = true
      })
      socket.on('message', async (data) => {
        const { delayMs, drop, malformed } = faults.consume('relay', '/', ({ status }) => status === undefined) ?? {}
        if (delayMs !== undefined) await wait(delayMs)
        if (drop) socket.terminate()
        else if (malformed) socket.send(MALFORMED)
        else receive({ mailbox, client, deliver }, String(data))
      })
      socket.on('close', () => {
        connections.delete(client)
        if (connections.size > 0) return
        clients.delete(clientId)
        mailbox.leave(clientId)
      })
    },
    get size() {
      return all().length
    },
    terminateAll() {
      for (const { socket } of all()) socket.terminate()
    },
    ping() {
      for (const client of all()) {
        if (!client.isAlive) client.socket.terminate()
        client.isAlive = false
        client.socket.ping()
      }
    },
  }
}

type Deliver = (client: Client, delivery: Delivery) => void

/** Returns a function that sends messages to clients as `irn_subscription` requests, each with its own id. */
function createDelivery(): Deliver {
  let sent = 0
  return (client, delivery) => {
    const { subscriptionId, topic, message, publishedAt, tag, attestation } = delivery
    const id = Date.now() * 1000 + (sent++ % 1000)
    client.pending.set(id, delivery)
    const data = { topic, message, publishedAt, tag, attestation }
    const params = { id: subscriptionId, data }
    client.socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }
}

interface Connection {
  readonly mailbox: Mailbox
  readonly client: Client
  readonly deliver: Deliver
}

/** Handles a message of a client: a request, or the client's response to a delivery. */
function receive(connection: Connection, text: string): void {
  const { client } = connection
  const { success, output } = v.safeParse(requestSchema, readJson(text))
  if (!success) {
    const error = { code: -32_600, message: 'Invalid request' }
    client.socket.send(JSON.stringify({ id: null, jsonrpc: '2.0', error }))
  } else if (output.method !== undefined) {
    respond(connection, { ...output, method: output.method })
  } else {
    if (output.result !== undefined) client.pending.get(Number(output.id))?.acknowledge()
    client.pending.delete(Number(output.id))
  }
}

function respond(
  { mailbox, client, deliver }: Connection,
  { id, method, params }: Request & { readonly method: string },
): void {
  const send = (body: object): void => client.socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...body }))
  try {
    const outcome = handleRequest(mailbox, client.id, method, params)
    if (!outcome) {
      send({ error: { code: -32_601, message: `Method not found: ${method}` } })
      return
    }
    send({ result: outcome.result })
    // deliveries follow the reply, because the client learns the subscription's id from the reply
    for (const delivery of mailbox.unacknowledged(client.id, outcome.replay ?? [])) deliver(client, delivery)
  } catch (error) {
    if (!v.isValiError(error)) throw error
    send({ error: { code: -32_602, message: `Invalid params: ${error.message}` } })
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // does not match the schema, so the sender gets "Invalid request"
  }
}
