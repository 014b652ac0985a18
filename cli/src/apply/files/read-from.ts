import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Environment } from '../../environment.js'
import { CliError } from '../../errors.js'
import { exitCodes } from '../../exit-codes.js'
import { type FirstParty, findPlugin } from '../../plan/plugins/first-party.js'
import { parseSiteManifest, type SiteManifest, siteManifestFile } from '../../plan/site/site-manifest.js'
import { editSiteText } from '../../plan/site/site-text.js'
import { fetchPage, hostOf, isPrivate } from '../packages/fetch-page.js'
import { type FetchedPlugin, fetchPlugin } from '../packages/fetch-plugin.js'
import { readText } from './read-file.js'

/** A wallet-modal.json from another location, and the third-party plugins that it needs. */
export interface FromManifest {
  readonly site: SiteManifest
  /** Text for the new site's file: the original text without the fields that describe the original site. */
  readonly text: string
  /** Third-party plugins in the file. */
  readonly thirdParty: readonly FetchedPlugin[]
}

const maxBytes = 1 << 20
const timeoutMs = 10_000

/**
 * Reads the wallet-modal.json given by `--from` (a path or a URL), and the manifests of third-party plugins in it. Installs and runs nothing. Throws
 * `USAGE`, `FILE_ERROR`, `FETCH_FAILED`, `FETCH_REFUSED`, `INVALID_SITE`, `UNKNOWN_PLUGIN`, or an error of `fetchPlugin`.
 */
export async function readFrom(
  from: string,
  { env, release }: { readonly env: Environment; readonly release: FirstParty },
): Promise<FromManifest> {
  const { site, text } = withoutSiteFields(await readManifest(from, env), fileName(from))
  const thirdParty: FetchedPlugin[] = []
  for (const name of Object.keys(site.plugins)) {
    if (name.startsWith('@wallet-modal/') || release.plugins.some((plugin) => plugin.name === name)) continue
    const similar = findPlugin(release, name)
    if (similar) throw misleadingName(name, similar.name)
    const fetched = await fetchPlugin({ name, version: undefined }, { cwd: env.cwd, signal: env.signal })
    if (!fetched)
      throw new CliError('UNKNOWN_PLUGIN', `The file lists "${name}", but there is no plugin package with that name.`, {
        advice: 'Remove it from a copy of the file, and pass the path of that copy.',
        exitCode: exitCodes.project,
      })
    thirdParty.push(fetched)
  }
  return { site, text, thirdParty }
}

/**
 * Error: a third-party package has the short name or id of a plugin of this release. The plan shows short names, so the user could confuse the two.
 */
const misleadingName = (name: string, own: string): CliError =>
  new CliError('UNKNOWN_PLUGIN', `The file lists "${name}", which is not the plugin "${own}" of this release.`, {
    advice: `If the file means that plugin, write "${own}" in a copy of the file, and pass the path of that copy.`,
    exitCode: exitCodes.project,
  })

/** Removes the fields for framework, source folder and added packages, which differ from site to site. */
function withoutSiteFields(text: string, file: string): Pick<FromManifest, 'site' | 'text'> {
  const { framework, sourceFolder, packages, ...site } = parseSiteManifest(text, file)
  const hasSiteFields = framework !== undefined || sourceFolder !== undefined || packages !== undefined
  return { site, text: hasSiteFields ? editSiteText(text, site) : text }
}

/** Name of the file for errors: the last part of the path or URL. */
const fileName = (from: string): string =>
  basename(URL.canParse(from) ? new URL(from).pathname : from).slice(0, 100) || siteManifestFile

async function readManifest(from: string, env: Environment): Promise<string> {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(from)) {
    const path = resolve(env.cwd, from)
    const stats = await stat(path).catch(() => undefined) // does not exist: reported below
    if (stats?.isDirectory())
      throw new CliError('USAGE', `--from: "${path}" is a folder.`, {
        advice: `Name the file in it, as in --from ${join(from, siteManifestFile)}`,
      })
    const text = await readText(path, maxBytes)
    if (text !== undefined) return text
    throw new CliError('USAGE', `--from: there is no file "${path}".`, {
      advice: 'Pass the path of a wallet-modal.json, or a URL that begins with https://.',
    })
  }
  const url = toUrl(from)
  const page = await fetchPage(url, {
    signal: env.signal,
    timeoutMs,
    maxBytes,
    checkRedirect,
    publicOnly: !isLocalUrl(url),
  })
  if (page.status === 200) return page.text
  throw new CliError('FETCH_FAILED', `"${url.origin}${url.pathname}" returned status ${page.status}.`, {
    advice: 'Check the URL, or download the file and pass its path.',
  })
}

function toUrl(from: string): URL {
  const url = URL.canParse(from) ? new URL(from) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalUrl(url))
  if (url && isSafe && url.username === '' && url.password === '') return url
  throw new CliError('USAGE', '--from must be a file, or an https URL without a password.', {
    advice: 'For example: --from https://shop.example/wallet-modal.json',
  })
}

/**
 * Whether the URL's host is `localhost` or a private IP address. Such a URL asks for a local server explicitly, so private addresses are allowed. For
 * other URLs, `publicOnly` refuses host names that resolve to a private address.
 */
const isLocalUrl = (url: URL): boolean =>
  url.hostname === 'localhost' || (/^[\d.]+$|:/.test(hostOf(url)) && isPrivate(hostOf(url)))

function checkRedirect(from: URL, to: URL): void {
  if (to.protocol === from.protocol && to.host === from.host) return
  throw new CliError('FETCH_REFUSED', `"${from.host}" redirects to "${to.protocol}//${to.host}".`, {
    advice: 'If you trust that URL, use it directly.',
  })
}
