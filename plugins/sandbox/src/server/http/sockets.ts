import type { IncomingMessage, Server } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Engine } from '../engines/engine.js'
import { isLoopbackAuthority, isLoopbackOrigin } from './origins.js'

/** The chains' WebSockets, on the sandbox's own port. */
export interface ChainSockets {
  /** Turns away who comes, and ends every connection. */
  close(): void
}

/** What an upgrade asks for, or `undefined` for what is no path. */
export const askedUrl = ({ url = '/' }: IncomingMessage): URL | undefined =>
  URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : undefined

/** Whether an upgrade asks for a chain: `/v1/?chainId=<CAIP-2>`, as requests do. */
export const isChainSocket = (request: IncomingMessage): boolean => /^\/v1\/?$/.test(askedUrl(request)?.pathname ?? '')

/** Passes WebSocket upgrades on to the engines that speak it, byte for byte. The engine is started by the first. */
export function attachSockets(server: Server, engines: readonly Engine[]): ChainSockets {
  const open = new Set<Duplex>()
  const onUpgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    if (!isChainSocket(request)) return
    socket.on('error', () => socket.destroy())
    const refuse = (status: string): void => void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
    if (!isFromHere(request)) return refuse('403 Forbidden')
    const chainId = askedUrl(request)?.searchParams.get('chainId')
    const engine = engines.find(({ network }) => network.caipNetworkId === chainId)
    if (!engine?.socketUrl) return refuse('404 Not Found')
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    try {
      passOn(request, { socket, head, target: new URL(await engine.socketUrl()) })
    } catch {
      refuse('503 Service Unavailable') // `/health` says why
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

/** Browsers do not hold back a WebSocket by CORS, so who asks is looked at here. */
const isFromHere = ({ headers }: IncomingMessage): boolean =>
  isLoopbackAuthority(headers.host ?? '') && (headers.origin === undefined || isLoopbackOrigin(headers.origin))

interface Passage {
  readonly socket: Duplex
  /** What came behind the request already. */
  readonly head: Buffer
  readonly target: URL
}

function passOn({ rawHeaders }: IncomingMessage, { socket, head, target }: Passage): void {
  if (socket.destroyed) return
  const node = connect(Number(target.port), target.hostname)
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]] as const] : []))
  const kept = lines.filter(([name]) => !/^(host|origin)$/i.test(name)).map(([name, value]) => `${name}: ${value}`)
  node.write(['GET / HTTP/1.1', `Host: ${target.host}`, ...kept, '', ''].join('\r\n'))
  node.write(head)
  node.pipe(socket).pipe(node)
  node.on('error', () => socket.destroy())
  node.once('close', () => socket.destroy())
  socket.once('close', () => node.destroy())
}
