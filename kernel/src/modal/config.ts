import { isCaipNetworkId } from '../domain/caip.js'
import { checkNetwork, type Network } from '../domain/network.js'
import { fail } from '../errors/errors.js'
import type { LogLevel } from '../errors/log.js'
import { checkFields, isListOf, isRecord, isRecordOf, isText, isUrl, matches, type Rule } from '../plugins/check.js'
import type { PluginInstance } from '../plugins/plugin.js'
import type { Languages, Locale, StringOverrides } from '../texts/i18n.js'
import { checkLocale } from '../texts/locale.js'
import type { SiteMetadata, ThemeMode } from './site.js'
import type { Theme } from './theme.js'

export interface WalletModalConfig {
  /** Distinguishes several modals on one page. Default: `default`. */
  readonly id?: string
  /** Project id for the hosted services. Without a project id, the modal uses a service only if the site or a plugin sets the URL of the service. */
  readonly projectId?: string
  /**
   * Name, URL, description and icons of the site, for display in wallets. Default `name`: title of the document. Default `url`: origin of the page.
   */
  readonly metadata?: Partial<SiteMetadata>
  /**
   * Networks of the site. Wallets that have no active network of their own start on the first network of their namespace. An injected EVM wallet
   * stays on its current network. If the site does not list this network, `@wallet-modal/account` opens its view `UnsupportedChain`. Its option
   * `allowUnsupportedChain` disables this.
   */
  readonly networks?: readonly Network[]
  /** RPC URLs of the networks, by CAIP-2 id. They take precedence over all other RPC URLs. */
  readonly rpcUrls?: Readonly<Record<string, readonly string[]>>
  /** Base URLs of services by service name. */
  readonly endpoints?: Readonly<Record<string, string>>
  /** Language, as a BCP 47 tag. Default: the browser's language. */
  readonly locale?: Locale
  /** Colour scheme (`light`, `dark` or `auto`), or an object of theme tokens. Default: `auto`. */
  readonly theme?: ThemeMode | Theme
  /** Texts that replace texts of plugins, by plugin name and key. They apply to every language. For translations, use `languages`. */
  readonly strings?: StringOverrides
  /**
   * Additional languages, by BCP 47 tag. The value is a function that imports a file with texts, by plugin name and key:
   * `{ fr: () => import('./wallet-modal.fr') }`. The file is loaded when the modal displays the language. For a text that is missing in the file, the
   * modal displays the plugin's own translation. If the plugin has no translation, the modal displays the English text.
   */
  readonly languages?: Languages
  /** Plugins, in any order. The kernel starts a plugin after the plugins whose capabilities it uses. */
  readonly plugins: readonly PluginInstance[]
  /** `idle` preloads the modal's code when the page is idle; `never` loads the code on the first click. Default: `idle`. */
  readonly prefetch?: 'idle' | 'never'
  /**
   * Minimum severity of the messages that are written to the console: `debug`, `info`, `warn`, `error` or `silent` (no messages). Default: `error`.
   */
  readonly logLevel?: LogLevel
}

const isUrlsByNetwork = (value: unknown): boolean =>
  isRecord(value) && Object.keys(value).every(isCaipNetworkId) && isRecordOf(isListOf(isUrl))(value)

const rules: readonly Rule[] = [
  ['plugins', Array.isArray, 'a list of plugins', true],
  ['id', matches(/^[a-z][-a-z0-9]{0,31}$/), 'lower-case letters, digits and hyphens, beginning with a letter'],
  ['projectId', isText, 'a text. Omit it if there is none'],
  [
    'metadata',
    isRecordOf((value) => typeof value === 'string' || Array.isArray(value)),
    '{ name, url, description, icons }',
  ],
  ['networks', Array.isArray, 'a list of networks'],
  ['rpcUrls', isUrlsByNetwork, 'lists of http(s) or ws(s) URLs by CAIP-2 id'],
  ['endpoints', isRecordOf(isUrl), 'http(s) or ws(s) URLs by service'],
  ['strings', isRecordOf(isRecordOf((text) => typeof text === 'string')), 'texts by plugin and key'],
  [
    'languages',
    isRecordOf((load) => typeof load === 'function'),
    'functions by language tag, such as { fr: () => import("./wallet-modal.fr") }',
  ],
  ['prefetch', matches(/^(idle|never)$/), '"idle" or "never"'],
  ['logLevel', matches(/^(debug|info|warn|error|silent)$/), '"debug", "info", "warn", "error" or "silent"'],
]

/** Validates the site's configuration before anything starts. Throws `INVALID_CONFIG` naming the field. */
export function checkConfig(config: WalletModalConfig): void {
  if (!isRecord(config)) fail('INVALID_CONFIG', 'createWalletModal() takes an object with "plugins".')
  checkFields('INVALID_CONFIG', '', config, rules)
  for (const tag of Object.keys(config.languages ?? {}))
    if (checkLocale(tag) !== tag) fail('INVALID_CONFIG', `"languages": write "${tag}" as "${checkLocale(tag)}".`)
  const seen = new Set<string>()
  for (const network of config.networks ?? []) {
    const { caipNetworkId } = checkNetwork(network)
    if (seen.has(caipNetworkId))
      fail('INVALID_CONFIG', `"networks" lists "${caipNetworkId}" twice. Remove one of the two.`)
    seen.add(caipNetworkId)
  }
}
