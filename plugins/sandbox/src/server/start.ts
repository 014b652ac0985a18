import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { readFrameFiles } from '@wallet-modal/email-social/server'
import type { Store } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import { createSandboxApp } from './app.js'
import { bitcoinEngines } from './bitcoin/bitcoin-engines.js'
import type { CatalogueWallet } from './catalogue/wallet.js'
import { createClock } from './clock.js'
import { type Engine, isServing } from './engines/engine.js'
import { createReaper } from './engines/reaper.js'
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
import { createSocialStandIn, type SocialStandIn } from './social/open-id-provider.js'
import { solanaEngines } from './solana/solana-engines.js'

export interface SandboxOptions {
  /** Default 4700; 0 takes a free one. */
  readonly port?: number
  /** A loopback name or address. Default `127.0.0.1`. */
  readonly host?: string
  /** The site's folder: engines are looked for from here first. Default: the working directory. */
  readonly cwd?: string
  /** Default `true`. With `false` the chains are switched off and everything else runs. */
  readonly engines?: boolean
  /** The Bitcoin node's executable. Default: the environment variable `BITCOIND_PATH`, else the first `bitcoind` on PATH. */
  readonly bitcoind?: string
  /** Engines beside the built-in ones, such as those of another namespace. They are stopped with the sandbox. */
  readonly moreEngines?: readonly Engine[]
  /** CAIP-2 ids that visitors may sign in on besides the local networks: those of the site. Default: none. */
  readonly signInNetworks?: readonly string[]
  /** Default: memory. */
  readonly store?: Store
  /** Default: the public facts of real wallets that this package brings. */
  readonly wallets?: readonly CatalogueWallet[]
  /** Told when the first chain does not start, and of faults of the sandbox's own. Default: `console.error`. */
  readonly onFault?: (error: unknown) => void
}

/** A sandbox that listens. */
export interface Sandbox {
  /** Base URL without a slash at its end. */
  readonly url: string
  readonly port: number
  /** A random name of this run; `/health` shows it. */
  readonly instance: string
  readonly engines: readonly Engine[]
  /** WalletConnect's relay, on the same port. */
  readonly relay: Relay
  /** CAIP-2 ids of the chains that are served. */
  chains(): readonly string[]
  /** Stops listening and ends every process that it started. Safe to call twice. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const loopbackHosts = ['127.0.0.1', 'localhost', '::1']

/**
 * Starts the sandbox on this machine. Resolves when it listens; the first chain's node starts right after, the others at their
 * first use. Rejects with `PORT_IN_USE`, `HOST_NOT_LOOPBACK`, `INVALID_OPTION` or `LISTEN_FAILED`, and leaves nothing behind then.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 4700, host = '127.0.0.1', cwd = process.cwd(), moreEngines = [], onFault = console.error } = options
  validate(host, port)
  const instance = randomUUID()
  const reaper = createReaper()
  const off = options.engines === false ? { off: 'Chains are turned off by the option "engines" (--no-engines).' } : {}
  const engines = [
    ...evmEngines({ cwd, reaper, ...off }),
    ...solanaEngines({ cwd, ...off }),
    ...polkadotEngines({ cwd, reaper, ...off }),
    ...bitcoinEngines({ file: options.bitcoind, reaper, ...off }),
    ...moreEngines,
  ]
  const { store, wallets, signInNetworks = [] } = options
  const [faults, clock] = [createFaults(), createClock()]
  const inbox = createInbox()
  const mailer = createMailCatcher(inbox)
  const app = createSandboxApp({
    inbox,
    mailer,
    engines,
    ...(store && { store }),
    ...(wallets && { wallets }),
    signInNetworks,
    loadSiwx: () => loadSiwx(cwd),
    version: readVersion(),
    instance,
    faults,
    clock,
    frameFiles: readFrameFiles,
    socials: () => social?.providers ?? [],
    farcasterRelay: () => `${url}${FARCASTER_PATH}`,
    onReset: () => relay.reset(),
    onFault,
  })
  let social: SocialStandIn | undefined
  const listener = getRequestListener(app.fetch)
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (!social?.handle(request, response)) void listener(request, response)
  }
  const server = createServer(answer)
  const actualPort = await listen(server, port, host)
  const url = `http://${host === '::1' ? '[::1]' : host}:${actualPort}`
  social = createSocialStandIn({ origin: url, frameOrigin: `http://${FRAME_HOST}:${actualPort}`, onFault })
  const relay = attachRelay(server, { faults, clock })
  const sockets = attachSockets(server, engines)
  let stopped: Promise<void> | undefined
  engines
    .find(isServing)
    ?.start()
    .catch((error: unknown) => {
      if (!stopped) onFault(error) // a start that was cut short is what was asked for
    })

  const stop = () =>
    (stopped ??= stopAll(server, [relay, sockets], engines)
      .then(() => mailer.close())
      .then(() => reaper.stop()))
  const chains = () => engines.filter(isServing).map(({ network }) => network.caipNetworkId)
  return { url, port: actualPort, instance, engines, relay, chains, stop, [Symbol.asyncDispose]: stop }
}

async function stopAll(
  server: Server,
  upgraded: readonly (Relay | ChainSockets)[],
  engines: readonly Engine[],
): Promise<void> {
  for (const one of upgraded) one.close()
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
