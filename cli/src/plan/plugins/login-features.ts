import { CliError } from '../../errors.js'
import type { Json, JsonObject } from '../files/json.js'
import type { SiteManifest } from '../site/site-manifest.js'
import type { FeatureChoice, FeatureValues } from './features.js'

export const loginPlugin = '@wallet-modal/email-social'

const isFilled = (value: Json | undefined): boolean => Array.isArray(value) && value.length > 0

/**
 * Email and social login are one plugin. `--gateway`, a social login or an account type adds it. Email login is on unless it is switched off; then
 * only social login is offered, or the plugin is left out.
 */
export function chooseLogin(values: FeatureValues, choice: FeatureChoice): FeatureChoice {
  const { [loginPlugin]: given = {}, ...others } = choice.options
  const { socials, ...rest } = given
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

/** The gateway serves its frame from its own origin. Throws `INVALID_OPTION`. */
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

/** Sentence about what the login of a site needs; empty if nothing is missing. */
export function loginWarnings(site: SiteManifest, hasSandbox: boolean): readonly string[] {
  const options = site.plugins[loginPlugin]
  if (!options || options.url !== undefined || site.endpoints?.secure !== undefined) return []
  const advice = 'Name its origin with --gateway, or later with `set email-social.url=https://wallet.example`.'
  return hasSandbox
    ? [`Email and social login work with the sandbox only: visitors of the built site need your own gateway. ${advice}`]
    : [`Email and social login are not offered yet: they need your own gateway. ${advice}`]
}
