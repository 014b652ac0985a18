import { createServer } from 'node:net'

/** The port that a listener on 127.0.0.1 gets: the one asked for, or any for 0. @param {number} port @returns {Promise<number | undefined>} nothing when it is taken */
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

/** Whether somebody could listen on a port of 127.0.0.1 now. @param {number} port */
export const isFree = async (port) => (await listenOnce(port)) === port

/** The first port that is free: the one that is wished for, or any. @param {number} [wished] @returns {Promise<number>} */
export async function freePort(wished = 0) {
  return (await listenOnce(wished)) ?? (await listenOnce(0)) ?? 0
}
