import type { JsonObject } from '../files/json.js'

/** Type of a feature flag: boolean (`listed`, `switch`), one of several words (`choice`), a list, a URL, or `name=value` pairs. */
export type FeatureKind = 'listed' | 'switch' | 'choice' | 'list' | 'url' | 'pairs'

/** A feature flag. It adds or removes a plugin, or sets an option of a plugin. */
export interface Feature {
  /** Name in camel case. The flag has the same name in kebab case: `--all-wallets` for `allWallets`. */
  readonly name: string
  readonly kind: FeatureKind
  readonly plugin: string
  /** Absent for `listed`: the presence of the plugin is the feature. */
  readonly option?: string
  readonly choices?: readonly string[]
  /** Option value that `--no-<flag>` sets, if it is not `false`. */
  readonly off?: string
  /** Names of other features. This feature can be on only if at least one of them is set. */
  readonly needs?: readonly string[]
  readonly help: string
}

/** Raw values of the feature flags by feature name: text or boolean. */
export type FeatureValues = Readonly<Record<string, string | boolean | undefined>>

/** Plugins to add and to remove, and options to set, from the feature flags. */
export interface FeatureChoice {
  readonly add: readonly string[]
  readonly drop: readonly string[]
  /** Options by package name. */
  readonly options: Readonly<Record<string, JsonObject>>
}

const connect = '@wallet-modal/connect'
const account = '@wallet-modal/account'
const social = '@wallet-modal/email-social'

/** All feature flags. Enabling a feature whose plugin is not part of this release is an error. */
export const features: readonly Feature[] = [
  { name: 'swaps', kind: 'listed', plugin: '@wallet-modal/swap', help: 'swap tokens' },
  { name: 'onramp', kind: 'listed', plugin: '@wallet-modal/onramp', help: 'buy with a card' },
  { name: 'receive', kind: 'listed', plugin: '@wallet-modal/receive', help: 'show the address to receive tokens' },
  { name: 'send', kind: 'listed', plugin: '@wallet-modal/send', help: 'send tokens' },
  { name: 'history', kind: 'listed', plugin: '@wallet-modal/history', help: 'show past activity' },
  { name: 'names', kind: 'listed', plugin: '@wallet-modal/names', help: 'register names for accounts' },
  { name: 'analytics', kind: 'listed', plugin: '@wallet-modal/analytics', help: 'report events' },
  { name: 'siwx', kind: 'listed', plugin: '@wallet-modal/siwx', help: 'sign in, for a site with a server' },
  { name: 'smartSessions', kind: 'listed', plugin: '@wallet-modal/smart-sessions', help: 'smart sessions' },
  {
    name: 'email',
    kind: 'listed',
    plugin: '@wallet-modal/email-social',
    help: 'log in by email; the default with the sandbox or a gateway',
  },
  {
    name: 'gateway',
    kind: 'url',
    plugin: social,
    option: 'url',
    help: 'origin of your gateway, which serves logins to your visitors',
  },
  { name: 'socials', kind: 'list', plugin: social, option: 'socials', help: 'log in with these services' },
  {
    name: 'emailShowWallets',
    kind: 'switch',
    plugin: connect,
    option: 'emailShowWallets',
    help: 'list wallets in addition to email',
  },
  {
    name: 'allWallets',
    kind: 'choice',
    plugin: connect,
    option: 'allWallets',
    choices: ['SHOW', 'HIDE', 'ONLY_MOBILE'],
    off: 'HIDE',
    help: 'offer the list of all wallets',
  },
  {
    name: 'collapseWallets',
    kind: 'switch',
    plugin: connect,
    option: 'collapseWallets',
    help: 'collapse all wallets into one row',
  },
  {
    name: 'legalCheckbox',
    kind: 'switch',
    plugin: connect,
    option: 'legalCheckbox',
    needs: ['termsUrl', 'privacyUrl'],
    help: 'require visitors to accept the terms first',
  },
  { name: 'termsUrl', kind: 'url', plugin: connect, option: 'termsUrl', help: 'the terms of service' },
  { name: 'privacyUrl', kind: 'url', plugin: connect, option: 'privacyUrl', help: 'the privacy policy' },
  {
    name: 'featuredWalletIds',
    kind: 'list',
    plugin: connect,
    option: 'featuredWalletIds',
    help: 'wallets to show first',
  },
  {
    name: 'includeWalletIds',
    kind: 'list',
    plugin: connect,
    option: 'includeWalletIds',
    help: 'offer these wallets only',
  },
  {
    name: 'excludeWalletIds',
    kind: 'list',
    plugin: connect,
    option: 'excludeWalletIds',
    help: 'never offer these wallets',
  },
  {
    name: 'connectorTypeOrder',
    kind: 'list',
    plugin: connect,
    option: 'connectorTypeOrder',
    help: 'order of the kinds of wallets',
  },
  {
    name: 'allowUnsupportedChain',
    kind: 'switch',
    plugin: account,
    option: 'allowUnsupportedChain',
    help: 'accept networks the site does not list',
  },
  {
    name: 'walletFeaturesOrder',
    kind: 'list',
    plugin: account,
    option: 'walletFeaturesOrder',
    help: 'order of the account’s features',
  },
  {
    name: 'defaultAccountTypes',
    kind: 'pairs',
    plugin: social,
    option: 'defaultAccountTypes',
    help: 'account types of the embedded wallet, as in eip155=eoa; default smartAccount',
  },
]

/** `allWallets` → `all-wallets`. */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
