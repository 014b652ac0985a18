import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** What a bad line does (the seven toxics of toxiproxy). */
export type Toxic = 'latency' | 'bandwidth' | 'slow_close' | 'timeout' | 'slicer' | 'limit_data' | 'reset_peer'

export interface ToxicProxy {
  readonly url: string
  /** Poisons what is open and what comes; `null` heals the line. */
  poison(toxic: Toxic | null): void
  /** Cuts what is open. */
  drop(): void
  stop(): void
}

const LATENCY_MS = 300
const BYTES_PER_TICK = 512
const TICK_MS = 20
const LIMIT_BYTES = 4000
const RESET_MS = 50

/** One direction of a connection, as bad as the toxic says. */
function pump(from: Socket, to: Socket, toxic: () => Toxic | null): void {
  let sent = 0
  let queue = Promise.resolve()
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
  const write = async (chunk: Buffer): Promise<void> => {
    const now = toxic()
    if (now === 'timeout' || to.destroyed) return // swallowed: the other end waits for ever
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

/** A TCP proxy in front of a port of this machine. */
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
