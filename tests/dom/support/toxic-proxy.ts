import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A network fault: the seven toxics of toxiproxy. */
export type Toxic = 'latency' | 'bandwidth' | 'slow_close' | 'timeout' | 'slicer' | 'limit_data' | 'reset_peer'

export interface ToxicProxy {
  readonly url: string
  /** Applies a toxic to open and new connections; `null` removes it. */
  poison(toxic: Toxic | null): void
  /** Closes all open connections. */
  drop(): void
  stop(): void
}

const LATENCY_MS = 300
const BYTES_PER_TICK = 512
const TICK_MS = 20
const LIMIT_BYTES = 4000
const RESET_MS = 50

/** Forwards one direction of a connection, with the faults of the toxic. */
function pump(from: Socket, to: Socket, toxic: () => Toxic | null): void {
  let sent = 0
  let queue = Promise.resolve()
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
  const write = async (chunk: Buffer): Promise<void> => {
    const now = toxic()
    if (now === 'timeout' || to.destroyed) return // dropped: the other end waits forever
    if (now === 'reset_peer') {
      await wait(RESET_MS)
      from.resetAndDestroy()
      to.resetAndDestroy()
      return
    }
    if (now === 'latency') await wait(LATENCY_MS)
    sent += chunk.length
    if (now === 'limit_data' && sent > LIMIT_BYTES) {
      from.destroy()
      to.destroy()
      return
    }
    const step = now === 'bandwidth' ? BYTES_PER_TICK : now === 'slicer' ? 7 : chunk.length
    for (let at = 0; at < chunk.length; at += step) {
      to.write(chunk.subarray(at, at + step))
      if (now === 'bandwidth') await wait(TICK_MS)
    }
  }
  from.on('data', (chunk) => {
    queue = queue.then(() => write(chunk))
  })
  from.on('error', () => to.destroy())
  from.on('close', () => {
    const end = (): unknown => to.destroy()
    if (toxic() === 'slow_close') setTimeout(end, 1000)
    else queue.then(end, end)
  })
}

/** Starts a TCP proxy in front of a local port. */
export async function startToxicProxy(target: string): Promise<ToxicProxy> {
  const { port } = new URL(target)
  const sockets = new Set<Socket>()
  let current: Toxic | null = null
  const toxic = (): Toxic | null => current
  const server = createServer({ noDelay: true }, (inside) => {
    const outside = connect({ port: Number(port), host: '127.0.0.1', noDelay: true })
    for (const socket of [inside, outside]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    pump(inside, outside, toxic)
    pump(outside, inside, toxic)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    poison(next) {
      current = next
    },
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
