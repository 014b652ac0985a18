import { checkNetwork, type Network } from './domain/network.js'
import { WalletModalError } from './errors.js'
import type { Locale, StringOverrides } from './i18n.js'
import type { LogLevel } from './log.js'
import type { PluginInstance } from './plugin.js'
import type { SiteMetadata, ThemeMode } from './site.js'
import { checkTheme, type Theme } from './theme.js'

export interface WalletModalConfig {
  /** Tells several modals on one page apart. Default: `default`. */
  readonly id?: string
  /** Without it, services that need one are off and RPC is the site's own. */
  readonly projectId?: string
  readonly metadata?: Partial<SiteMetadata>
  readonly networks?: readonly Network[]
  /** RPC URLs per CAIP-2 id; asked before any other. */
  readonly rpcUrls?: Readonly<Record<string, readonly string[]>>
  /** Base URLs by service name. */
  readonly endpoints?: Readonly<Record<string, string>>
  /** A BCP 47 tag. Default: the browser's language. */
  readonly locale?: Locale
  readonly theme?: ThemeMode | Theme
  /** Single texts to replace, by plugin name and key. */
  readonly strings?: StringOverrides
  readonly plugins: readonly PluginInstance[]
  /** When the interface's code is fetched before a click. Default: `idle`. */
  readonly prefetch?: 'idle' | 'never'
  /** Default: `error`. */
  readonly logLevel?: LogLevel
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks what a site wrote, before anything starts. Throws `INVALID_CONFIG` that names the field. */
export function checkConfig(config: WalletModalConfig): void {
  const fail = (message: string): never => {
    throw new WalletModalError('INVALID_CONFIG', message)
  }
  if (!isRecord(config)) fail('createWalletModal() takes an object with "plugins".')
  const { id, projectId, networks, rpcUrls, endpoints, plugins, theme, locale, prefetch } = config
  if (!Array.isArray(plugins)) fail('"plugins" must be a list of plugins.')
  if (id !== undefined && !/^[a-z][-a-z0-9]{0,31}$/.test(String(id))) fail('"id" must be lower-case letters, digits and hyphens, beginning with a letter.')
  if (projectId !== undefined && (typeof projectId !== 'string' || !projectId)) fail('"projectId" must be a text. Leave it out where there is none.')
  if (networks !== undefined && !Array.isArray(networks)) fail('"networks" must be a list.')
  const seen = new Set<string>()
  for (const network of networks ?? []) {
    const { caipNetworkId } = checkNetwork(network)
    if (seen.has(caipNetworkId)) fail(`"networks" lists "${caipNetworkId}" twice.`)
    seen.add(caipNetworkId)
  }
  for (const [field, urls] of Object.entries({ rpcUrls, endpoints })) {
    if (urls === undefined) continue
    if (!isRecord(urls)) fail(`"${field}" must be an object of URLs.`)
    for (const url of Object.values(urls).flat()) if (!/^(https?|wss?):\/\//.test(String(url))) fail(`"${field}" holds ${JSON.stringify(url)}, which is no http(s) or ws(s) URL.`)
  }
  if (locale !== undefined) checkLocale(locale)
  if (theme !== undefined) checkTheme(theme)
  if (prefetch !== undefined && prefetch !== 'idle' && prefetch !== 'never') fail('"prefetch" must be "idle" or "never".')
}

/** Throws `INVALID_ARGUMENT` for anything but a BCP 47 tag. */
export function checkLocale(locale: unknown): Locale {
  if (typeof locale === 'string' && /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/.test(locale)) return locale
  throw new WalletModalError('INVALID_ARGUMENT', `${JSON.stringify(locale) ?? String(locale)} is not a language tag such as "en" or "pt-BR".`)
}
