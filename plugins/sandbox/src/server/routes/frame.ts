import {
  type AccountChain,
  type AccountsOptions,
  accountsRoutes,
  type Mailer,
  RequestError,
  type SocialProvider,
  type SolanaAccountChain,
  type Store,
} from '@wallet-modal/gateway/server'
import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Clock } from '../clock.js'
import { type Engine, isServing } from '../engines/engine.js'
import { localContracts } from '../evm/contracts/local-contracts.js'
import type { Faults } from '../faults.js'
import { isLoopbackAuthority } from '../http/origins.js'
import { applyFault } from './faults.js'

/** Host name of the embedded wallet's frame, which browsers resolve to this machine. The frame is cross-origin and cross-site to its parent page. */
export const FRAME_HOST = 'frame.localhost'

/** Host name of the frame with `newBrowsers: 'link'`: in a new browser, the visitor must open a link in a mail before the login code is sent. */
const LINK_HOST = `links.${FRAME_HOST}`

/** Host name of the frame with `approvals: 'window'`: visitors approve requests in a window. */
const WINDOW_HOST = `windows.${FRAME_HOST}`

/** Origins that may embed the frame, in CSP syntax: pages on this machine. */
const allowedOrigins = ['http://localhost:*', 'http://127.0.0.1:*', 'http://*.localhost:*', 'https://localhost:*']

interface FrameDependencies {
  readonly engines: readonly Engine[]
  readonly store: Store
  readonly mailer: Mailer
  readonly clock: Clock
  readonly faults: Faults
  /** Contents of the frame's files, by file name. `undefined`: the sandbox does not serve the frame. */
  readonly frameFiles: (() => Promise<ReadonlyMap<string, string>>) | undefined
  /** Services of social logins. Called after the sandbox has started to listen. */
  readonly socials: (() => readonly SocialProvider[]) | undefined
  /** Base URL of the relay of Farcaster logins. Called after the sandbox has started to listen. */
  readonly farcasterRelay: (() => string | undefined) | undefined
  /** Receives internal errors. Not related to `faults`. */
  readonly onFault: (error: unknown) => void
}

/** On the frame's hosts, serves only the frame and the routes of logins and accounts. Requests for other hosts go to the next handler. */
export function frameHost({
  engines,
  store,
  mailer,
  clock,
  faults,
  frameFiles,
  socials,
  farcasterRelay,
  onFault,
}: FrameDependencies): MiddlewareHandler {
  const encryptionKey = crypto.getRandomValues(new Uint8Array(32))
  const appOf = (authority: string) => {
    const { hostname } = new URL(`http://${authority}`)
    return accountsRoutes({
      frameOrigin: `http://${authority}`,
      allowedOrigins,
      encryptionKey,
      store,
      hasTemporaryStore: true,
      mailer,
      chains: engines.filter(({ namespace }) => namespace === 'eip155').map(chainOf),
      solanaChains: engines.filter(({ namespace }) => namespace === 'solana').map(solanaChainOf),
      socials: socials?.() ?? [],
      ...farcasterOf(engines, farcasterRelay?.()),
      newBrowsers: hostname === LINK_HOST ? 'link' : 'code',
      approvals: hostname === WINDOW_HOST ? 'window' : 'frame',
      frameFiles: frameFiles ?? noFiles,
      now: clock.now,
      onFault,
    })
  }
  const apps = new Map<string, ReturnType<typeof appOf>>()
  return async (c, next) => {
    const authority = c.req.header('host') ?? new URL(c.req.url).host
    if (!isLoopbackAuthority(authority)) return next()
    if (![FRAME_HOST, LINK_HOST, WINDOW_HOST].includes(new URL(`http://${authority}`).hostname)) return next()
    const app = apps.get(authority) ?? appOf(authority)
    apps.set(authority, app)
    const fault = faults.consume('login', c.req.path)
    return fault ? applyFault(c, fault, async () => app.fetch(c.req.raw)) : app.fetch(c.req.raw)
  }
}

const noFiles = async (): Promise<never> => {
  throw new RequestError('NOT_FOUND', 'This sandbox does not serve the frame of the embedded wallet.')
}

/** Configuration of the Farcaster login. Farcaster ids are read from the registry contract on the first EVM chain. */
function farcasterOf(engines: readonly Engine[], relayUrl: string | undefined): Pick<AccountsOptions, 'farcaster'> {
  const engine = engines.find(({ namespace }) => namespace === 'eip155')
  if (!engine || relayUrl === undefined) return {}
  return { farcaster: { relayUrl, registry: localContracts.idRegistry, request: chainOf(engine).request } }
}

const reply = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
})

function chainOf(engine: Engine): AccountChain {
  const { reference, name, nativeCurrency } = engine.network
  const { symbol, decimals } = nativeCurrency
  return { chainId: Number(reference), name, symbol, decimals, request: callerOf(engine) }
}

function solanaChainOf(engine: Engine): SolanaAccountChain {
  const { caipNetworkId, name } = engine.network
  return { caipNetworkId, name, request: callerOf(engine) }
}

const callerOf =
  (engine: Engine): AccountChain['request'] =>
  async (method, params) => {
    if (!isServing(engine)) throw new Error(`${engine.network.name} is not running.`)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { result, error } = v.parse(reply, JSON.parse(await engine.request(body)))
    if (error) throw Object.assign(new Error(error.message), { code: error.code })
    return result
  }
