import { isIP } from 'node:net'
import { readSnapshot } from '../apply/files/read-snapshot.js'
import {
  findBin,
  findInstalled,
  type InstalledPackage,
  readOwnPackage,
  readPlugin,
} from '../apply/packages/installed.js'
import { serveCommand } from '../apply/site/build-page.js'
import { detectSiteIn, readLayout } from '../apply/site/site-layout.js'
import { CliError } from '../errors.js'
import { detectDevPort } from '../plan/detect/dev-port.js'
import { sandboxUrl } from '../plan/packages/resolve.js'
import { sandboxName, signInPlugin } from '../plan/plugins/first-party.js'
import { bundlerName } from '../plan/site/build-page.js'
import type { SiteManifest } from '../plan/site/site-manifest.js'
import { chooseDevServer, devServerNames } from './dev-servers.js'
import { type PageServerInput, startPageServer } from './page-server.js'
import { findFreePort } from './ports.js'

/** A program that `dev` starts, and its URL. */
export interface DevProgram {
  readonly name: 'site' | 'sandbox'
  readonly file: string
  readonly args: readonly string[]
  readonly host: string
  readonly port: number
  readonly url: string
  /** Flag or command that changes the port, for error messages. */
  readonly option: string
  /** Starts a server in this process that listens on `host` and `port` and forwards requests to the program, until the signal is aborted. */
  readonly serve?: (signal: AbortSignal) => Promise<void>
}

/**
 * Host and port given by flags. If absent, the site's package script or configuration sets them. Defaults: 127.0.0.1 and the server's default port.
 */
export interface DevAddress {
  readonly host: string | undefined
  readonly port: number | undefined
}

const defaultHost = '127.0.0.1'

/**
 * Program that runs the site's dev server. Throws `NO_DEV_SERVER` if package.json lists none of the supported servers, or `NOT_INSTALLED`.
 * `signInServer`: reads the origin of the server for sign-in requests, such as the sandbox. Used only for a page without a bundler.
 */
export async function siteProgram(
  folder: string,
  address: DevAddress,
  signInServer: PageServerInput['signInServer'],
): Promise<DevProgram> {
  const own = await readOwnPackage(folder)
  const server = chooseDevServer(own)
  if (!server) return pageProgram(folder, address, { listed: own.listed, signInServer })
  const bin = await findBin(await requireInstalled(folder, server.packageName), server.program)
  const host = address.host ?? server.host ?? defaultHost
  const port = address.port ?? server.port ?? detectDevPort(await readSnapshot(folder)) ?? server.defaultPort
  const basePath = (await detectSiteIn(folder))?.basePath ?? '/'
  return toProgram({ file: process.execPath, args: [bin, ...server.args(host, port)], host, port, basePath })
}

const pagePort = 8000

interface PageInput {
  /** Packages in the site's package.json. */
  readonly listed: ReadonlySet<string>
  readonly signInServer: PageServerInput['signInServer']
}

/**
 * Program for a page that has no bundler of its own: esbuild builds the modal for development and serves it with the page's folder on a free port of
 * 127.0.0.1. The server of `serve` listens on the site's address and forwards requests to esbuild. Throws `NO_DEV_SERVER` for any other site.
 */
async function pageProgram(
  folder: string,
  { host = defaultHost, port = pagePort }: DevAddress,
  { listed, signInServer }: PageInput,
): Promise<DevProgram> {
  const layout = await readLayout(folder)
  if (listed.has(bundlerName) && layout.framework === 'html') {
    const address = `${defaultHost}:${await findFreePort(defaultHost)}`
    const program = toProgram({ ...(await serveCommand(folder, layout, address)), host, port, basePath: '/' })
    const server = { folder, host, port, bundler: `http://${address}`, signInServer }
    return { ...program, serve: (signal) => startPageServer(server, signal) }
  }
  throw new CliError(
    'NO_DEV_SERVER',
    `This site's package.json lists none of the supported dev servers (${devServerNames.join(', ')}).`,
    {
      advice: 'Start the dev server with its own command, and the sandbox with `npx wallet-modal-sandbox`.',
    },
  )
}

interface SiteCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly host: string
  readonly port: number
  readonly basePath: string
}

function toProgram({ file, args, host, port, basePath }: SiteCommand): DevProgram {
  const urlHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const path = basePath === '/' ? '' : basePath
  return { name: 'site', file, args, host, port, url: toUrl(urlHost, port) + path, option: '--port <port>' }
}

/** URL of the site's sandbox, or `undefined` if the site does not have the sandbox. */
async function sandboxAddress(folder: string, site: SiteManifest): Promise<URL | undefined> {
  const options = site.plugins[sandboxName]
  if (options === undefined) return undefined
  const plugin = await readPlugin(folder, sandboxName)
  return new URL(sandboxUrl({ plugin, options }) ?? 'http://127.0.0.1:4700')
}

/** Program that runs the site's sandbox, or `undefined` if the site does not have the sandbox. */
export async function sandboxProgram(folder: string, site: SiteManifest): Promise<DevProgram | undefined> {
  const url = await sandboxAddress(folder, site)
  if (url === undefined) return undefined
  const bin = await findBin(await requireInstalled(folder, sandboxName), 'wallet-modal-sandbox')
  const { host, port } = addressOf(url)
  const otherUrl = new URL(url)
  otherUrl.port = String(port < 65_535 ? port + 1 : port - 1)
  return {
    name: 'sandbox',
    file: process.execPath,
    args: [bin, ...['--host', host], '--port', String(port), '--json', ...signInFlags(site)],
    host,
    port,
    url: url.origin,
    option: `\`npx create-wallet-modal set sandbox.url=${otherUrl.origin}\``,
  }
}

/** Host and port of the sandbox. The host is 127.0.0.1 if the URL has no IP address, because many resolvers do not know `shop.localhost`. */
function addressOf(url: URL): { readonly host: string; readonly port: number } {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { host: isIP(host) ? host : defaultHost, port: Number(url.port || 80) }
}

/** Origin of the site's sandbox with an IP address as its host, or `undefined` if the site does not have the sandbox. */
export async function sandboxOrigin(folder: string, site: SiteManifest): Promise<string | undefined> {
  const url = await sandboxAddress(folder, site)
  if (url === undefined) return undefined
  const { host, port } = addressOf(url)
  return toUrl(host, port)
}

/** Flags that let the sandbox also accept sign-in on the site's own networks, so that developers can sign in with their own wallets. */
const signInFlags = ({ plugins, networks }: SiteManifest): readonly string[] =>
  plugins[signInPlugin] === undefined
    ? []
    : ['--sign-in-networks', ...networks.map((entry) => (typeof entry === 'string' ? entry : entry.caipNetworkId))]

async function requireInstalled(folder: string, name: string): Promise<InstalledPackage> {
  const found = await findInstalled(folder, name)
  if (found) return found
  throw new CliError('NOT_INSTALLED', `"${name}" is not installed.`, {
    advice: 'Install the packages of this site (npm install).',
  })
}

/** HTTP origin of a host name or IP address, and a port. */
export const toUrl = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
