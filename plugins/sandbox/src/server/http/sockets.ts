import type { IncomingMessage, Server } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Engine } from '../engines/engine.js'
import { isFromLoopback } from './origins.js'

/** WebSocket connections to the chains, on the sandbox's port. */
export interface ChainSockets {
  /** Rejects new connections and closes all existing ones. */
  close(): void
}

/** URL of an upgrade request; `undefined` if it is invalid. */
export const requestUrl = ({ url = '/' }: IncomingMessage): URL | undefined =>
  URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : undefined

/** Whether an upgrade request is for a chain: `/v1/?chainId=<CAIP-2>`, as in HTTP requests. */
export const isChainSocket = (request: IncomingMessage): boolean =>
  /^\/v1\/?$/.test(requestUrl(request)?.pathname ?? '')

/**
 * Proxies WebSocket connections to engines that support them. The first connection starts the engine. Does not forward the path, `Host` and `Origin`
 * of the request.
 */
export function attachSockets(server: Server, engines: readonly Engine[]): ChainSockets {
  const open = new Set<Duplex>()
  const onUpgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    if (!isChainSocket(request)) return
    socket.on('error', () => socket.destroy())
    const refuse = (status: string): void => void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
    if (!isFromLoopback(request.headers)) return refuse('403 Forbidden') // CORS does not apply to WebSockets
    const chainId = requestUrl(request)?.searchParams.get('chainId')
    const engine = engines.find(({ network }) => network.caipNetworkId === chainId)
    if (!engine?.socketUrl) return refuse('404 Not Found')
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    try {
      proxyUpgrade(request, { socket, head, target: new URL(await engine.socketUrl()) })
    } catch {
      refuse('503 Service Unavailable') // `/health` shows the reason
    }
  }
  server.on('upgrade', onUpgrade)
  return {
    close() {
      server.off('upgrade', onUpgrade)
      for (const socket of open) socket.destroy()
    },
  }
}

interface UpgradeTarget {
  readonly socket: Duplex
  /** Bytes that arrived after the upgrade request. */
  readonly head: Buffer
  readonly target: URL
}

function proxyUpgrade({ rawHeaders }: IncomingMessage, { socket, head, target }: UpgradeTarget): void {
  if (socket.destroyed) return
  const node = connect(Number(target.port), target.hostname)
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]] as const] : []))
  const headers = lines.filter(([name]) => !/^(host|origin)$/i.test(name)).map(([name, value]) => `${name}: ${value}`)
  node.write(['GET / HTTP/1.1', `Host: ${target.host}`, ...headers, '', ''].join('\r\n'))
  node.write(head)
  node.pipe(socket).pipe(node)
  node.on('error', () => socket.destroy())
  node.once('close', () => socket.destroy())
  socket.once('close', () => node.destroy())
}
