import { createServer } from 'node:net'

/** Listens on a port of 127.0.0.1 for a moment, or on any free port for 0. Resolves with that port. @param {number} port @returns {Promise<number | undefined>} `undefined` if the port is taken */
function listenOnce(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}

/** Whether a port of 127.0.0.1 is free. @param {number} port */
export const isFree = async (port) => (await listenOnce(port)) === port

/** Finds a free port: the preferred one, or any other. @param {number} [preferred] @returns {Promise<number>} */
export async function freePort(preferred = 0) {
  return (await listenOnce(preferred)) ?? (await listenOnce(0)) ?? 0
}
