import { createServer } from 'node:net'
import { startSandbox } from '@wallet-modal/sandbox/server'

/** @typedef {{ url: string, stop: () => unknown }} Backend */

/** @param {import('node:net').Server} server @returns {Promise<string>} its base URL */
const listening = (server) =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
    })
  })

/** Accepts connections and never answers. @returns {Promise<Backend>} */
async function silent() {
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  const url = await listening(server)
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url, stop }
}

/** URL of a closed port. @returns {Promise<Backend>} */
async function none() {
  const server = createServer()
  const url = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  return { url, stop: () => {} }
}

/** Starts the backends of the measured pages: the sandbox with its catalogue, a server that never responds, and a closed port. */
export async function startBackends() {
  const [answering, hanging, absent] = await Promise.all([startSandbox({ port: 0, engines: false }), silent(), none()])
  return { answering, hanging, absent }
}
