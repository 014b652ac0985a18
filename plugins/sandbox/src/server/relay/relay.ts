import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { type Clock, createClock } from '../clock.js'
import { createFaults, type Faults } from '../faults.js'
import { isFromLoopback } from '../http/origins.js'
import { isChainSocket, requestUrl } from '../http/sockets.js'
import { readClientId } from './client-identity.js'
import { type ConnectedClients, createConnectedClients } from './connected-clients.js'

/** Project id that this relay rejects as invalid. All other ids are valid, except the empty string. */
export const REFUSED_PROJECT_ID = 'refused'

const UNAUTHORIZED = 3000
const PING_MS = 25_000
const SWEEP_MS = 30_000
const MAX_BYTES = 4 * 1024 * 1024

/** In-memory WalletConnect relay (`irn` over WebSocket). */
export interface Relay {
  /** Closes every connection, as a network failure does; clients may reconnect. */
  dropAll(): void
  /** Number of open connections of clients. */
  readonly connections: number
  /** Closes every connection and removes all messages. */
  reset(): void
  /** Rejects new connections and closes all existing ones. */
  close(): void
}

/** Handles WebSocket upgrades on `/` and `/relay` of a loopback server. */
export function attachRelay(
  server: Server,
  { faults = createFaults(), clock = createClock() }: { readonly faults?: Faults; readonly clock?: Clock } = {},
): Relay {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BYTES })
  const clients = createConnectedClients(faults, clock.now)
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (isChainSocket(request)) return
    socket.on('error', () => socket.destroy()) // without a listener, a connection error would crash the process
    const refusal = refusalOf(request) ?? plannedRefusal(faults)
    if (refusal === 'drop') socket.destroy()
    else if (refusal !== undefined) socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\n\r\n`)
    else acceptUpgrade(sockets, clients, { request, socket, head })
  }
  faults.onAdd(({ on, drop }) => {
    if (on === 'relay' && drop) clients.terminateAll()
  })
  const timers = [setInterval(clients.ping, PING_MS), setInterval(() => clients.mailbox.sweep(), SWEEP_MS)]
  for (const timer of timers) timer.unref()
  server.on('upgrade', onUpgrade)
  return {
    dropAll: clients.terminateAll,
    reset() {
      clients.terminateAll()
      clients.mailbox.clear()
    },
    get connections() {
      return clients.size
    },
    close() {
      for (const timer of timers) clearInterval(timer)
      server.off('upgrade', onUpgrade)
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

/** Opens the WebSocket. Closes it with code 3000 if the project id or the client's token is invalid. */
function acceptUpgrade(sockets: WebSocketServer, clients: ConnectedClients, { request, socket, head }: Upgrade): void {
  const query = requestUrl(request)?.searchParams ?? new URLSearchParams()
  sockets.handleUpgrade(request, socket, head, (opened) => {
    opened.on('error', () => opened.terminate())
    const projectId = query.get('projectId')
    const isKnown = projectId !== null && projectId !== '' && projectId !== REFUSED_PROJECT_ID
    const clientId = readClientId(query.get('auth') ?? '')
    if (isKnown && clientId !== null) clients.add(opened, clientId)
    else opened.close(UNAUTHORIZED, `Unauthorized: invalid ${isKnown ? 'auth' : 'key'}`)
  })
}

/** HTTP status of a refused upgrade request; `undefined` if it is accepted. CORS does not apply to WebSockets, so the origin is checked here. */
function refusalOf(request: IncomingMessage): string | undefined {
  if (!isFromLoopback(request.headers)) return '403 Forbidden'
  return ['/', '/relay'].includes(requestUrl(request)?.pathname ?? '') ? undefined : '404 Not Found'
}

/** Refusal planned by a test: an HTTP status, or `drop` to close the connection without a response. `undefined` if no fault applies. */
function plannedRefusal(faults: Faults): string | undefined {
  const fault = faults.consume('relay', '/', ({ drop, status }) => drop === true || status !== undefined)
  if (fault?.drop) return 'drop'
  return fault?.status === undefined ? undefined : `${fault.status} Planned`
}
