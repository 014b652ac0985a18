import { findBin, findInstalled, type InstalledPackage, readOwn, readPlugin } from '../apply/installed.js'
import { CliError } from '../errors.js'
import { sandboxName } from '../plan/first-party.js'
import { sandboxUrl } from '../plan/resolve.js'
import type { SiteManifest } from '../plan/site-manifest.js'
import { chooseDevServer, devServerNames } from './dev-servers.js'

/** A program that `dev` starts, and where it will answer. */
export interface DevProgram {
  readonly name: 'site' | 'sandbox'
  readonly file: string
  readonly args: readonly string[]
  readonly host: string
  readonly port: number
  readonly url: string
  /** What a person changes to use another port. */
  readonly option: string
}

/** The site's dev server. Throws `NO_DEV_SERVER` where the site lists none that is known. */
export async function siteProgram(folder: string, host: string, port: number): Promise<DevProgram> {
  const server = chooseDevServer(await readOwn(folder))
  if (!server) {
    throw new CliError(
      'NO_DEV_SERVER',
      `This site's package.json lists no dev server that is known here (${devServerNames.join(', ')}).`,
      {
        advice: 'Start it by its own command, and the sandbox by `npx wallet-modal-sandbox`.',
      },
    )
  }
  const bin = await findBin(await installed(folder, server.packageName), server.packageName)
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return {
    name: 'site',
    file: process.execPath,
    args: [bin, ...server.args(host, port)],
    host,
    port,
    url: toUrl(shown, port),
    option: '--port <port>',
  }
}

/** The site's sandbox, or `undefined` where the site lists none. */
export async function sandboxProgram(folder: string, site: SiteManifest): Promise<DevProgram | undefined> {
  const options = site.plugins[sandboxName]
  if (options === undefined) return undefined
  const plugin = await readPlugin(folder, sandboxName)
  const url = new URL(sandboxUrl({ plugin, options }) ?? 'http://127.0.0.1:4700')
  const bin = await findBin(await installed(folder, sandboxName), 'wallet-modal-sandbox')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || 80)
  return {
    name: 'sandbox',
    file: process.execPath,
    args: [bin, '--port', String(port), '--json'],
    host,
    port,
    url: url.origin,
    option: `"plugins" → "${sandboxName}" → "url" in wallet-modal.json, then \`npx create-wallet-modal sync\``,
  }
}

async function installed(folder: string, name: string): Promise<InstalledPackage> {
  const found = await findInstalled(folder, name)
  if (found) return found
  throw new CliError('NOT_INSTALLED', `"${name}" is not installed.`, {
    advice: 'Install the packages of this site (npm install).',
  })
}

const toUrl = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
