import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { pathToFileURL } from 'node:url'
import { Hono } from 'hono'
import type { FarcasterSource } from '../accounts/farcaster/farcaster-client.js'
import { accountsRoutes } from '../accounts/routes.js'
import { socialProviders } from '../accounts/social/social-sources.js'
import { createGatewayApp, type GatewayAppOptions } from '../app.js'
import { RequestError, refuse } from '../http.js'
import { loadOptional } from '../optional-package.js'
import type { Store } from '../store.js'
import { type AccountsConfig, ConfigError, type GatewayConfig } from './config.js'
import { createHealthCheck } from './health.js'
import { jsonRpc, jsonRpcChain } from './json-rpc-chain.js'
import type { Log } from './log.js'
import { onRampSources } from './onramp-sources.js'
import { openStore } from './open-store.js'
import { type SmtpMailer, smtpMailer } from './smtp-mailer.js'
import { loadSources } from './sources.js'
import { clientReader, visitorReader } from './visitor.js'

/** Time limit for running requests when the gateway is stopped. */
const STOP_MS = 10_000

export interface RunningGateway {
  readonly host: string
  readonly port: number
  /**
   * Stops accepting requests, waits at most {@link STOP_MS} for running ones, and closes the connections to the mail server and the store. Further calls
   * return the same promise.
   */
  stop(): Promise<void>
}

/** Opens the store and creates the app. Rejects if an optional package is not installed or the store is unavailable. */
async function prepare(config: GatewayConfig, log: Log) {
  const node = await loadOptional('@hono/node-server', 'The gateway', () => import('@hono/node-server'))
  const mailer = config.accounts && (await smtpMailer(config.accounts.mail))
  const store = await openStore(config.store, log)
  const close = async () => {
    mailer?.close()
    await store.close?.()
  }
  try {
    return { node, mailer, store, close, app: await createApp(config, { store, mailer, log }) }
  } catch (error) {
    await close()
    throw error
  }
}

function mailCheckFailed(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : cause
  throw new ConfigError(`- "mail": the check of the mail server failed: ${reason}`, { cause })
}

/**
 * Checks that the required optional packages are installed, that the store can be read and written, and that the mail server accepts the login.
 * Rejects with the first problem. Sends no mail.
 */
export async function checkGateway(config: GatewayConfig, log: Log): Promise<void> {
  const { mailer, store, close } = await prepare(config, log)
  try {
    await createHealthCheck(store)()
    await mailer?.verify().catch(mailCheckFailed)
  } finally {
    await close()
  }
}

/**
 * Connects to the store, then starts the HTTP server. Rejects if an optional package is not installed or the store is unavailable. If the server
 * cannot listen on the port, closes the store and rejects with a `ConfigError`.
 */
export async function startGateway(config: GatewayConfig, log: Log): Promise<RunningGateway> {
  const { node, app, close } = await prepare(config, log)
  try {
    const server = createServer(node.getRequestListener(app.fetch))
    await listen(server, config.listen)
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : config.listen.port
    let stopped: Promise<void> | undefined
    return { host: config.listen.host, port, stop: () => (stopped ??= stop(server).then(close)) }
  } catch (error) {
    await close()
    throw error
  }
}

interface AppDependencies {
  readonly store: Store
  /** `undefined` if the gateway has no logins. */
  readonly mailer: SmtpMailer | undefined
  readonly log: Log
}

async function createApp(config: GatewayConfig, { store, mailer, log }: AppDependencies): Promise<Hono> {
  const { allowedOrigins, publicUrl, accounts } = config
  const hosts = new Map<string, Hono>()
  if (accounts && mailer)
    hosts.set(new URL(accounts.frameOrigin).host, await createAccounts(config, accounts, { store, mailer, log }))
  if (publicUrl) {
    const sources = await loadSources(config, log)
    const moduleSources = config.sourcesModule === undefined ? {} : await loadModule(config.sourcesModule, store)
    const onRamps = [...onRampSources(config.onRamp, store), ...(moduleSources.onRamp ?? [])]
    const gatewayApp = createGatewayApp({
      ...sources,
      visitor: visitorReader(config.proxy),
      ...moduleSources,
      ...(onRamps.length > 0 && { onRamp: onRamps }),
      ...{ allowedOrigins, publicUrl, onFault: log.fault },
    })
    hosts.set(new URL(publicUrl).host, gatewayApp)
  }
  const app = new Hono()
  const checkHealth = createHealthCheck(store)
  app.get('/health', async (c) => {
    try {
      await checkHealth()
      return c.json({ status: 'ok' })
    } catch (error) {
      log.fault(error)
      return c.json({ status: 'store unavailable' }, 503)
    }
  })
  app.all('*', (c) => {
    // some proxies add the default port, which URLs omit
    const hostApp = hosts.get((c.req.header('host') ?? '').toLowerCase().replace(/:(?:80|443)$/, ''))
    return hostApp
      ? hostApp.fetch(c.req.raw, c.env)
      : refuse(
          c,
          new RequestError(
            'NOT_FOUND',
            'This host is neither "frameOrigin" nor "publicUrl" of the gateway. A reverse proxy must forward the Host header.',
          ),
        )
  })
  return app
}

async function createAccounts(
  config: GatewayConfig,
  { frameOrigin, encryptionKey }: AccountsConfig,
  { store, mailer, log }: AppDependencies & { readonly mailer: SmtpMailer },
): Promise<Hono> {
  const { readFrameFiles } = await loadOptional(
    '@wallet-modal/email-social',
    'The wallet’s frame',
    () => import('@wallet-modal/email-social/server'),
  )
  const files = await readFrameFiles()
  return accountsRoutes({
    ...{ frameOrigin, store, mailer, allowedOrigins: config.allowedOrigins },
    encryptionKey: Uint8Array.from(Buffer.from(encryptionKey, 'hex')),
    chains: config.chains.map(jsonRpcChain),
    solanaChains: config.solanaChains.map(({ rpcUrl, ...chain }) => ({ ...chain, request: jsonRpc(rpcUrl) })),
    smartAccount: config.smartAccount,
    socials: socialProviders(config.socials),
    ...(config.farcaster && { farcaster: farcasterSource(config.farcaster) }),
    newBrowsers: config.newBrowsers,
    approvals: config.approvals,
    visitor: clientReader(config.proxy),
    frameFiles: async () => files,
    onFault: log.fault,
  })
}

const farcasterSource = ({ rpcUrl, ...rest }: NonNullable<GatewayConfig['farcaster']>): FarcasterSource => ({
  ...rest,
  request: jsonRpc(rpcUrl),
})

/**
 * Loads the module `sourcesModule` of the configuration. Its default export is a function that returns sources:
 * `export default (store) => ({ convert, onRamp, profile, analytics })`.
 */
async function loadModule(file: string, store: Store): Promise<Omit<Partial<GatewayAppOptions>, 'allowedOrigins'>> {
  const loadedModule: { readonly default?: unknown } = await import(pathToFileURL(file).href)
  if (typeof loadedModule.default !== 'function')
    throw new ConfigError(`- "sourcesModule": ${file} has no function as its default export.`)
  return loadedModule.default(store)
}

async function listen(server: Server, { host, port }: GatewayConfig['listen']): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new ConfigError(
      `- The gateway cannot listen on port ${port} of ${host}: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), STOP_MS)
  await closed
  clearTimeout(timer)
}
