import { createServer } from 'node:net'
import { CliError, systemCode } from '../errors.js'

export interface PortSubject {
  readonly subject: string
  readonly option: string
  readonly alternative?: string | undefined
}

/**
 * Checks whether a program can listen on the port. Throws `PORT_IN_USE` if another program uses the port or the user lacks the permission, and
 * `PROCESS_FAILED` if `host` is not an address of this machine. `subject`: name of the program in the message; `option`: the setting of its port; `alternative`:
 * further advice if another program uses the port.
 */
export async function checkPort(
  host: string,
  port: number,
  { subject, option, alternative }: PortSubject,
): Promise<void> {
  try {
    await listenOnce(host, port)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EADDRINUSE' || code === 'EACCES') {
      const reason = code === 'EACCES' ? 'this user is not allowed to use' : 'is in use by another program'
      throw new CliError('PORT_IN_USE', `${subject} needs port ${port} on ${host}, which ${reason}.`, {
        advice:
          code === 'EACCES'
            ? `Use another port: ${option}`
            : `Stop that program, or use another port: ${option}${alternative === undefined ? '' : `. ${alternative}`}`,
        cause: error,
      })
    }
    throw new CliError('PROCESS_FAILED', `${subject} cannot listen on ${host}:${port} (${code ?? 'unknown reason'}).`, {
      advice: `Check the address: ${option}`,
      cause: error,
    })
  }
}

/** A port on which no program listens at the moment. */
export const findFreePort = (host: string): Promise<number> => listenOnce(host, 0)

/** Listens on a port (0: any free port), stops, and returns the port. */
const listenOnce = (host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : port))
    })
  })

/** Parses a port number. Throws `USAGE`. */
export function toPort(text: string, flag: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port >= 1 && port <= 65535) return port
  throw new CliError('USAGE', `${flag} must be a port from 1 to 65535, not ${JSON.stringify(text.slice(0, 50))}.`)
}
