import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SocialProvider } from '@wallet-modal/gateway/server'
import { isFromLoopback } from '../http/origins.js'
import { createListener, type Listener } from './oidc-listener.js'
import { PROVIDER_PATH, socialClients } from './social-clients.js'

/** OpenID provider that simulates all services of social logins. */
export interface SimulatedProvider {
  /** Services in the format of the gateway's configuration. */
  readonly providers: readonly SocialProvider[]
  /** Handles requests below the provider's path that come from this machine. Returns `false` for other requests. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
}

interface SimulatedProviderOptions {
  /** Base URL of the sandbox. */
  readonly origin: string
  /** Origin of the embedded wallet's frame. Redirect URIs on other origins are refused. */
  readonly frameOrigin: string
  readonly onFault: (error: unknown) => void
}

/** Creates a simulated provider. Loads `oidc-provider` on the first request, because most runs do not need it. */
export function createSimulatedProvider({ origin, frameOrigin, onFault }: SimulatedProviderOptions): SimulatedProvider {
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')
  const providers = socialClients(origin, secret)
  let loading: Promise<Listener> | undefined
  return {
    providers,
    handle(request, response) {
      const url = request.url ?? '/'
      if (!url.startsWith(`${PROVIDER_PATH}/`) || !isFromLoopback(request.headers)) return false
      loading ??= createListener({ issuer: `${origin}${PROVIDER_PATH}`, frameOrigin, secret, providers })
      loading.then(
        (listener) => listener(request, response),
        (error: unknown) => {
          onFault(error)
          response.writeHead(500).end()
        },
      )
      return true
    },
  }
}
