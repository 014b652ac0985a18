import { CliError } from '../../errors.js'
import type { Json, JsonObject } from '../files/json.js'
import type { SiteManifest } from '../site/site-manifest.js'
import type { FeatureChoice, FeatureValues } from './features.js'
import { sandboxName } from './first-party.js'

export const loginPlugin = '@wallet-modal/email-social'

const isFilled = (value: Json | undefined): boolean => Array.isArray(value) && value.length > 0

/**
 * Adds or drops the plugin of email and social login. `--email`, `--gateway`, `--socials` and `--default-account-types` add it. With `--no-email`,
 * the plugin offers only social logins, and is dropped if there are none. Throws `INVALID_OPTION` if the gateway's URL is not an origin.
 */
export function chooseLogin(values: FeatureValues, choice: FeatureChoice): FeatureChoice {
  const { [loginPlugin]: loginOptions = {}, ...others } = choice.options
  const { socials, ...rest } = loginOptions
  const hasSocials = isFilled(socials)
  const isEmailOff = values.email === false
  const isWanted =
    hasSocials ||
    (!isEmailOff && (values.email === true || rest.url !== undefined || rest.defaultAccountTypes !== undefined))
  const drop = choice.drop.filter((name) => name !== loginPlugin)
  const add = choice.add.filter((name) => name !== loginPlugin)
  if (!isWanted) return { add, drop: choice.drop, options: others }
  const options: JsonObject = {
    ...toOrigin(rest),
    ...(socials !== undefined && hasSocials && { socials }),
    ...(isEmailOff && { email: false }),
  }
  const isEmpty = Object.keys(options).length === 0
  return { add: [...add, loginPlugin], drop, options: isEmpty ? others : { ...others, [loginPlugin]: options } }
}

/** Normalizes the gateway's URL to its origin. Throws `INVALID_OPTION` if the URL has a path, query, fragment or user name. */
function toOrigin(options: JsonObject): JsonObject {
  if (typeof options.url !== 'string') return options
  const url = new URL(options.url)
  if (url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '')
    return { ...options, url: url.origin }
  throw new CliError(
    'INVALID_OPTION',
    `--gateway must be an origin, not ${JSON.stringify(options.url.slice(0, 100))}.`,
    {
      advice: `As in --gateway ${url.origin}`,
    },
  )
}

/** Whether a site has email and social login but no gateway. On such a site, only the sandbox can serve the login, in development. */
export const lacksGateway = (site: SiteManifest): boolean => {
  const options = site.plugins[loginPlugin]
  return options !== undefined && options.url === undefined
}

/** Words for messages about the logins of a site. */
interface LoginWords {
  readonly label: string
  readonly subject: string
  readonly needs: string
}

/** Words for the logins that a site has; `undefined` if it has none. */
function loginWords(site: SiteManifest): LoginWords | undefined {
  const { email, socials } = site.plugins[loginPlugin] ?? {}
  const hasSocials = isFilled(socials)
  if (email === false)
    return hasSocials ? { label: 'Socials', subject: 'Social logins are', needs: 'they need' } : undefined
  return hasSocials
    ? { label: 'Logins', subject: 'Email and social login are', needs: 'they need' }
    : { label: 'Email', subject: 'Email login is', needs: 'it needs' }
}

/** Line of the plan about logins: where they work without a gateway, and how to set a gateway. Empty for a site with a gateway. */
export function loginLines(site: SiteManifest): readonly string[] {
  const hasSandbox = sandboxName in site.plugins
  const line = (label: string, text: string): readonly string[] => [
    `${label.padEnd(10)} ${text} your own gateway, as in --gateway https://wallet.example`,
  ]
  if (lacksGateway(site)) {
    const words = loginWords(site)
    if (!words) return ['Logins     none: email is off, and no social login is selected']
    const { label, needs } = words
    return hasSandbox
      ? line(label, `in development, with the sandbox; for visitors ${needs}`)
      : line(label, `not offered: ${needs}`)
  }
  if (loginPlugin in site.plugins) return []
  return hasSandbox
    ? line('Email', 'off: --email adds it in development; for visitors it needs')
    : line('Email', 'off: it needs the sandbox or')
}

/** Warning if the site has email or social login, but neither a gateway nor the sandbox. */
export function loginWarnings(site: SiteManifest): readonly string[] {
  const words = loginWords(site)
  if (!lacksGateway(site) || sandboxName in site.plugins || !words) return []
  return [
    `${words.subject} not offered yet: ${words.needs} your own gateway. Name its origin with --gateway, or later with \`set email-social.url=https://wallet.example\`.`,
  ]
}
