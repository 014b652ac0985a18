import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { readFrameFiles } from '@wallet-modal/email-social/server'
import type { Store } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import { createSandboxApp } from './app.js'
import { bitcoinEngines } from './bitcoin/bitcoin-engines.js'
import type { CatalogueWallet } from './catalogue/wallet.js'
import { createClock } from './clock.js'
import { type Engine, isServing } from './engines/engine.js'
import { createReaper, type Reaper } from './engines/reaper.js'
import { SandboxError } from './errors.js'
import { evmEngines } from './evm/evm-engines.js'
import { FARCASTER_PATH } from './farcaster/routes.js'
import { createFaults } from './faults.js'
import { closeServer, listen } from './http/listen.js'
import { attachSockets, type ChainSockets } from './http/sockets.js'
import { createInbox } from './mail/inbox.js'
import { createMailCatcher } from './mail/mail-catcher.js'
import { polkadotEngines } from './polkadot/polkadot-engines.js'
import { attachRelay, type Relay } from './relay/relay.js'
import { FRAME_HOST } from './routes/frame.js'
import { loadSiwx } from './services/siwx.js'
import { createSimulatedProvider, type SimulatedProvider } from './social/simulated-provider.js'
import { solanaEngines } from './solana/solana-engines.js'

export interface SandboxOptions {
  /** Default: 4700; 0 chooses a free port. */
  readonly port?: number
  /** `127.0.0.1`, `localhost` or `::1`. Default: `127.0.0.1`. */
  readonly host?: string
  /**
   * Folder of the site. npm packages of the engines are resolved from this folder, then from this package. `@wallet-modal/siwx` is resolved from this
   * folder only. Default: the working directory.
   */
  readonly cwd?: string
  /** `false` turns the chains off; the other services run. Default: `true`. */
  readonly engines?: boolean
  /** Path of Bitcoin Core's executable. Default: the environment variable `BITCOIND_PATH`, else the first `bitcoind` on PATH. */
  readonly bitcoind?: string
  /** Additional engines, such as those of another namespace. They are stopped with the sandbox. */
  readonly moreEngines?: readonly Engine[]
  /** CAIP-2 ids of additional networks on which visitors may sign in, such as the site's own networks. Default: none. */
  readonly signInNetworks?: readonly string[]
  /** Stores the data of the services, such as names, prices and accounts. Default: in memory. */
  readonly store?: Store
  /** Wallets of the catalogue. Default: the wallets of `@wallet-modal/wallets`. */
  readonly wallets?: readonly CatalogueWallet[]
  /** Receives internal errors, start errors of the first chain, and errors of nodes that exit unexpectedly. Default: `console.error`. */
  readonly onFault?: (error: unknown) => void
}

/** Running sandbox. */
export interface Sandbox {
  /** Base URL without trailing slash. */
  readonly url: string
  readonly port: number
  /** Random id of this run; `/health` returns it. */
  readonly instance: string
  readonly engines: readonly Engine[]
  /** WalletConnect relay, on the same port. */
  readonly relay: Relay
  /** CAIP-2 ids of the chains that answer requests, now or after they have started. */
  chains(): readonly string[]
  /**
   * Stops listening and ends all child processes. Safe to call twice. Rejects if an engine cannot be stopped; its processes are killed nevertheless.
   */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const loopbackHosts = ['127.0.0.1', 'localhost', '::1']

/**
 * Starts the sandbox. Resolves when the server listens. The node of the first chain starts immediately afterwards, each other node on its first use.
 * Rejects with `PORT_IN_USE`, `HOST_NOT_LOOPBACK`, `INVALID_OPTION` or `LISTEN_FAILED`. After a rejection, no process keeps running.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 4700, host = '127.0.0.1', cwd = process.cwd(), store, wallets, onFault = console.error } = options
  validate(host, port)
  const instance = randomUUID()
  const reaper = createReaper()
  const engines = createEngines(options, reaper)
  const [faults, clock, inbox] = [createFaults(), createClock(), createInbox()]
  const mailer = createMailCatcher(inbox)
  const app = createSandboxApp({
    ...{ engines, inbox, mailer, faults, clock, instance, onFault },
    ...(store && { store }),
    ...(wallets && { wallets }),
    signInNetworks: options.signInNetworks ?? [],
    loadSiwx: () => loadSiwx(cwd),
    version: readVersion(),
    frameFiles: readFrameFiles,
    socials: () => social?.providers ?? [],
    farcasterRelay: () => `${url}${FARCASTER_PATH}`,
    onReset: () => relay.reset(),
  })
  let social: SimulatedProvider | undefined
  const listener = getRequestListener(app.fetch)
  const server = createServer((request, response) => {
    if (!social?.handle(request, response)) void listener(request, response)
  })
  const actualPort = await listen(server, port, host)
  const url = `http://${host === '::1' ? '[::1]' : host}:${actualPort}`
  social = createSimulatedProvider({ origin: url, frameOrigin: `http://${FRAME_HOST}:${actualPort}`, onFault })
  const relay = attachRelay(server, { faults, clock })
  const sockets = attachSockets(server, engines)
  let stopped: Promise<void> | undefined
  startFirst(engines, (error) => {
    if (!stopped) onFault(error) // if `stop` interrupted the start, the rejection is not a failure
  })
  const stop = () =>
    (stopped ??= stopAll(server, [relay, sockets], engines)
      .finally(() => mailer.close())
      .finally(() => reaper.stop()))
  const chains = () => engines.filter(isServing).map(({ network }) => network.caipNetworkId)
  return { url, port: actualPort, instance, engines, relay, chains, stop, [Symbol.asyncDispose]: stop }
}

function createEngines(
  { cwd = process.cwd(), bitcoind, moreEngines = [], onFault: onEnd = console.error, ...options }: SandboxOptions,
  reaper: Reaper,
): readonly Engine[] {
  const off = options.engines === false ? { off: 'Chains are turned off by the option "engines" (--no-engines).' } : {}
  return [
    ...evmEngines({ cwd, reaper, onEnd, ...off }),
    ...solanaEngines({ cwd, ...off }),
    ...polkadotEngines({ cwd, reaper, onEnd, ...off }),
    ...bitcoinEngines({ file: bitcoind, reaper, onEnd, ...off }),
    ...moreEngines,
  ]
}

const startFirst = (engines: readonly Engine[], onError: (error: unknown) => void): void =>
  void engines.find(isServing)?.start().catch(onError)

async function stopAll(
  server: Server,
  webSockets: readonly (Relay | ChainSockets)[],
  engines: readonly Engine[],
): Promise<void> {
  for (const one of webSockets) one.close()
  await Promise.all([closeServer(server), ...engines.map((engine) => engine.stop())])
}

function validate(host: string, port: number): void {
  if (!loopbackHosts.includes(host)) {
    const message = `The sandbox has unlocked accounts, so it listens on this machine only: "${host}" is not one of ${loopbackHosts.join(', ')}.`
    throw new SandboxError('HOST_NOT_LOOPBACK', message)
  }
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return
  throw new SandboxError('INVALID_OPTION', `The port must be a whole number from 0 to 65535, not ${port}.`)
}

const readVersion = (): string =>
  v.parse(
    v.object({ version: v.string() }),
    JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
  ).version
