import { createServer } from 'node:net'

/** Listens on a port of 127.0.0.1 for a moment, to see whether it is free. @param {number} port @returns {Promise<boolean>} */
export const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })

/** Ports below the range that operating systems assign automatically, so that no other program gets the port before it is used. */
const [first, last] = [20_000, 32_000]

/** Finds a free port: the preferred one, or any other. @param {number} [preferred] @returns {Promise<number>} */
export async function freePort(preferred) {
  if (preferred && (await isFree(preferred))) return preferred
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first))
    if (await isFree(port)) return port
  }
}
