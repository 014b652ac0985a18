import type { Server } from 'node:http'
import { SandboxError } from '../errors.js'

/** Listens and resolves with the port. `port` 0 chooses a free port. Rejects with `PORT_IN_USE` or `LISTEN_FAILED`. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toSandboxError(error, port, host)))
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** Closes a server and its keep-alive connections. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function toSandboxError(error: NodeJS.ErrnoException, port: number, host: string): SandboxError {
  if (error.code === 'EADDRINUSE') {
    const next = port < 65_535 ? port + 1 : port - 1
    const message = `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port: "wallet-modal-sandbox --port ${next}", and set the option "url" of @wallet-modal/sandbox to http://${host}:${next}.`
    return new SandboxError('PORT_IN_USE', message, { cause: error })
  }
  const message = `The sandbox cannot listen on port ${port} of ${host} (${error.message}). Choose another port with --port.`
  return new SandboxError('LISTEN_FAILED', message, { cause: error })
}
