import { CliError } from '../../errors.js'
import type { Json, JsonObject } from '../files/json.js'
import type { SiteManifest } from '../site/site-manifest.js'
import type { FeatureChoice, FeatureValues } from './features.js'
import { sandboxName } from './first-party.js'

export const loginPlugin = '@wallet-modal/email-social'

const isFilled = (value: Json | undefined): boolean => Array.isArray(value) && value.length > 0

/**
 * Adds or drops the plugin of email and social login. `--email`, `--gateway`, `--socials` and `--default-account-types` add it. With `--no-email`,
 * the plugin offers only social logins, and is dropped if there are none.
 */
export function chooseLogin(values: FeatureValues, choice: FeatureChoice): FeatureChoice {
  const { [loginPlugin]: loginOptions = {}, ...others } = choice.options
  const { socials, ...rest } = loginOptions
  const hasSocials = isFilled(socials)
  const isOff = values.email === false
  const isWanted =
    hasSocials ||
    (!isOff && (values.email === true || rest.url !== undefined || rest.defaultAccountTypes !== undefined))
  const drop = choice.drop.filter((name) => name !== loginPlugin)
  const add = choice.add.filter((name) => name !== loginPlugin)
  if (!isWanted) return { add, drop: choice.drop, options: others }
  const options: JsonObject = {
    ...toOrigin(rest),
    ...(socials !== undefined && hasSocials && { socials }),
    ...(isOff && { email: false }),
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

/** Whether a site has email and social login but no gateway. Then only the sandbox can serve the login, in development. */
export const lacksGateway = (site: SiteManifest): boolean => {
  const options = site.plugins[loginPlugin]
  return options !== undefined && options.url === undefined
}

/**
 * Line in the plan of a site without a gateway: states whether and where email login works, and how to set a gateway. Empty for a site with a
 * gateway.
 */
export function loginLines(site: SiteManifest): readonly string[] {
  const hasSandbox = sandboxName in site.plugins
  const line = (text: string): readonly string[] => [`Email      ${text} --gateway https://wallet.example`]
  if (lacksGateway(site))
    return hasSandbox
      ? line('in development, with the sandbox; for visitors it needs your own gateway, as in')
      : line('not offered: it needs your own gateway, as in')
  if (loginPlugin in site.plugins) return []
  return hasSandbox
    ? line('off: --email adds it in development; for visitors it needs your own gateway, as in')
    : line('off: it needs the sandbox or your own gateway, as in')
}

/** Warning if the site has email and social login, but neither a gateway nor the sandbox. */
export const loginWarnings = (site: SiteManifest): readonly string[] =>
  lacksGateway(site) && !(sandboxName in site.plugins)
    ? [
        'Email and social login are not offered yet: they need your own gateway. Name its origin with --gateway, or later with `set email-social.url=https://wallet.example`.',
      ]
    : []
