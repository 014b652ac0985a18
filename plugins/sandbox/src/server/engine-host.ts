import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const canListen = (host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(0, host, () => server.close(() => resolve(true)))
  })

/**
 * A random address of 127.0.0.0/8 for a node that answers every page. Anvil and chopsticks check neither Origin nor Host, so that any site open
 * in the developer's browser could rewrite their chains; an address and port out of 2^38 cannot be searched. Systems that have no loopback
 * address but 127.0.0.1, such as macOS, get that.
 */
export async function engineHost(): Promise<string> {
  const host = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
  return (await canListen(host)) ? host : '127.0.0.1'
}
