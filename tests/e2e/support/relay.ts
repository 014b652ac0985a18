import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { attachRelay, type Relay } from '../../../plugins/sandbox/src/server/relay/relay.js'

export interface RunningRelay extends Relay {
  readonly url: string
  stop(): Promise<void>
}

/** Starts the sandbox's WalletConnect relay without the sandbox, for tests that need no chain. */
export async function startRelay(): Promise<RunningRelay> {
  const server = createServer((_request, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const relay = attachRelay(server)
  const { port } = server.address() as AddressInfo
  return {
    dropAll: relay.dropAll,
    reset: relay.reset,
    get connections() {
      return relay.connections
    },
    close: relay.close,
    url: `ws://127.0.0.1:${port}`,
    async stop() {
      relay.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
