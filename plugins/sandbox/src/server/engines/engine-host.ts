import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const canListen = (host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(0, host, () => server.close(() => resolve(true)))
  })

/**
 * Random loopback address (127.0.0.0/8) for a node without access control. Anvil and Chopsticks check neither `Origin` nor `Host`, so any website in
 * the developer's browser could change their chains. A page cannot search 2^38 combinations of address and port. Returns `127.0.0.1` on systems
 * without other loopback addresses, such as macOS.
 */
export async function engineHost(): Promise<string> {
  const host = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
  return (await canListen(host)) ? host : '127.0.0.1'
}
