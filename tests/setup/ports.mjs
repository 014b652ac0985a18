import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Listens on a port of 127.0.0.1 for a moment, to see whether it is free. @param {number} port @returns {Promise<boolean>} */
export const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })

/** Operating systems choose ports above these, for outgoing connections and for servers that ask for any port. */
const [lowest, highest] = [20_000, 32_000]
const MAX_ATTEMPTS = 100

/**
 * Finds a free port: the preferred one, or a random one. The port is random because parallel test processes search at the same time.
 * @param {number} [preferred] @returns {Promise<number>}
 */
export async function freePort(preferred) {
  if (preferred && (await isFree(preferred))) return preferred
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port was found between ${lowest} and ${highest}.`)
}
