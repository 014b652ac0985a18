import { READY } from '../frame-messages.js'
import { acceptHost } from './handshake.js'
import { createRequests } from './requests/requests.js'
import { serveRequests } from './serve-requests.js'

/** Script of the embedded wallet's frame. Serves one page through one channel. */
async function start(): Promise<void> {
  const { port, origin } = await acceptHost()
  serveRequests(port, createRequests(origin))
  port.postMessage({ type: READY, payload: { version: '4' } }) // version of the protocol in `frame-messages.ts`
}

void start()
