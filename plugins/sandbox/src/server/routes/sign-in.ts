import type { SiwxServer } from '@wallet-modal/siwx/server'
import { Hono } from 'hono'
import { isAddress } from 'viem'
import type { Engine } from '../engines/engine.js'
import { isSigned } from '../services/signatures.js'

/** Maximum number of sign-in servers in memory, one per origin. A further server replaces the least recently used server and ends its sessions. */
const MAX_ORIGINS = 32

export type SiwxServerModule = Pick<typeof import('@wallet-modal/siwx/server'), 'createSiwxServer'>

interface SignInOptions {
  readonly engines: readonly Engine[]
  /** CAIP-2 ids of additional networks on which a visitor may sign in. */
  readonly networks: readonly string[]
  /** Loads `@wallet-modal/siwx/server` from the site's folder; rejects if it is not installed there. `undefined`: sign-in is not available. */
  readonly loadSiwx: (() => Promise<SiwxServerModule>) | undefined
}

interface SignInRoutes {
  readonly routes: Hono
  /** Ends all sessions. */
  clear(): void
}

const newSecret = (): string => crypto.randomUUID() + crypto.randomUUID()

/**
 * Sign-in server at `/api/siwx`, for sites without a sign-in server. The site's development server proxies these requests to the sandbox, so that the
 * session cookie belongs to the site. The `Host` header, which `loopbackOnly` has verified, determines the origin. Sessions end when the sandbox
 * stops or is reset.
 */
export function signInRoutes({ engines, networks, loadSiwx }: SignInOptions): SignInRoutes {
  /** Servers by origin, least recently used first. */
  const servers = new Map<string, Promise<SiwxServer>>()
  let secret = newSecret()
  const caipNetworkIds = new Set([...engines.map(({ network }) => network.caipNetworkId), ...networks])

  const createServer = async (origin: string, load: () => Promise<SiwxServerModule>): Promise<SiwxServer> =>
    (await load()).createSiwxServer({
      origin,
      secrets: [secret],
      networks: [...caipNetworkIds].map((caipNetworkId) => ({ caipNetworkId })),
      families: [
        // replaces the included EVM family: verifies contract signatures on the sandbox's chains
        {
          namespace: 'eip155',
          name: 'Ethereum',
          isAddress: (text) => isAddress(text, { strict: false }),
          isReference: (text) => /^[1-9]\d{0,31}$/.test(text),
          verify: ({ message, text, signature }) =>
            isSigned(engines, {
              caipNetworkId: message.caipNetworkId,
              address: message.address,
              message: text,
              signature,
            }),
        },
      ],
    })

  const serverOf = (origin: string, load: () => Promise<SiwxServerModule>): Promise<SiwxServer> => {
    const existing = servers.get(origin)
    servers.delete(origin)
    const [oldest] = servers.keys()
    if (oldest !== undefined && servers.size >= MAX_ORIGINS) servers.delete(oldest)
    const server = existing ?? createServer(origin, load)
    servers.set(origin, server)
    if (!existing) server.catch(() => servers.delete(origin))
    return server
  }

  const routes = new Hono()
  if (loadSiwx)
    routes.all('/api/siwx/:action', async (c) => {
      // browsers send no `Origin` with same-origin GET requests, but a `Referer`
      const scheme = (c.req.header('origin') ?? c.req.header('referer'))?.startsWith('https:') ? 'https' : 'http'
      const server = await serverOf(`${scheme}://${c.req.header('host') ?? new URL(c.req.url).host}`, loadSiwx)
      return server.handle(c.req.raw)
    })
  return {
    routes,
    clear() {
      secret = newSecret()
      servers.clear()
    },
  }
}
