import { CliError } from '../../errors.js'
import type { Json, JsonObject } from '../files/json.js'
import { type Feature, type FeatureChoice, type FeatureValues, features, flagOf } from '../plugins/features.js'
import { type FirstParty, shortName } from '../plugins/first-party.js'
import { chooseLogin } from '../plugins/login-features.js'
import { optionNames } from '../plugins/options-schema.js'
import type { SiteManifest } from '../site/site-manifest.js'

/** Converts feature flags to plugins and options. Throws `FEATURE_UNAVAILABLE` or `INVALID_OPTION`. */
export function chooseFeatures(values: FeatureValues, release: FirstParty): FeatureChoice {
  const add: string[] = []
  const drop: string[] = []
  const options: Record<string, JsonObject> = {}
  for (const feature of features) {
    const value = values[feature.name]
    if (value === undefined) continue
    if (value === false && !has(release, feature.plugin)) continue // a missing plugin is already off
    checkAvailable(feature, value, release)
    if (feature.option === undefined) (value === false ? drop : add).push(feature.plugin)
    else options[feature.plugin] = { ...options[feature.plugin], [feature.option]: toOption(feature, value) }
  }
  return chooseLogin(values, { add, drop, options })
}

/** Throws `INVALID_OPTION` if a feature is on, and none of the features in its `needs` is set. */
export function checkNeeds(values: FeatureValues): void {
  for (const { name, needs } of features) {
    if (values[name] !== true || needs === undefined || needs.some((other) => values[other] !== undefined)) continue
    throw new CliError('INVALID_OPTION', `--${flagOf(name)} cannot be used alone.`, {
      advice: `Add ${needs.map((other) => `--${flagOf(other)}`).join(' or ')}.`,
    })
  }
}

/**
 * Like `checkNeeds`, for the options in wallet-modal.json. Ignores problems that `before` already has. Code can set options too: an option counts
 * as set if its name occurs in `configFile`, the text of the config file.
 */
export function checkOptionNeeds(after: SiteManifest, before?: SiteManifest, configFile = ''): void {
  for (const { name, needs = [], plugin, option = '' } of features) {
    const isAlone = (site: SiteManifest | undefined): boolean => {
      const options = site?.plugins[plugin]
      return options?.[option] === true && !needs.some((other) => other in options || configFile.includes(other))
    }
    if (needs.length === 0 || !isAlone(after) || isAlone(before)) continue
    const others = needs.map((other) => `${shortName(plugin)}.${other}`).join(' or ')
    throw new CliError('INVALID_OPTION', `"${name}" of "${plugin}" cannot be used alone.`, {
      advice: `It requires ${others}: set both at once. Nothing was changed.`,
    })
  }
}

/** Whether this release supports a flag; `--help` hides unsupported flags. */
export const isAvailable = (feature: Feature, release: FirstParty): boolean => {
  const plugin = release.plugins.find(({ name }) => name === feature.plugin)
  return (
    plugin !== undefined &&
    (feature.option === undefined || optionNames(plugin.manifest.options).includes(feature.option))
  )
}

const has = (release: FirstParty, name: string): boolean => release.plugins.some((plugin) => plugin.name === name)

function checkAvailable(feature: Feature, value: string | boolean, release: FirstParty): void {
  if (isAvailable(feature, release)) return
  const flag = `--${value === false ? 'no-' : ''}${flagOf(feature.name)}`
  const reason = has(release, feature.plugin)
    ? `the plugin "${shortName(feature.plugin)}" of this release (${release.version}) has no such option`
    : `the plugin "${shortName(feature.plugin)}" is not part of this release (${release.version})`
  throw new CliError('FEATURE_UNAVAILABLE', `${flag} cannot be used: ${reason}.`, { advice: `Omit ${flag}.` })
}

function toOption(feature: Feature, value: string | boolean): Json {
  if (feature.kind === 'switch') return value === true
  if (value === false) return feature.off ?? []
  const text = String(value)
  if (feature.kind === 'choice') return toChoice(feature, text)
  if (feature.kind === 'list') return toList(text)
  if (feature.kind === 'pairs') return toPairs(feature, text)
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw invalidValue(feature, text, 'an http(s) URL')
}

function toChoice(feature: Feature, text: string): string {
  const choice = feature.choices?.find((name) => name === text.toUpperCase().replaceAll('-', '_'))
  if (choice === undefined) throw invalidValue(feature, text, `one of ${feature.choices?.join(', ')}`)
  return choice
}

/** Splits a comma-separated flag; removes empty items and duplicates. */
export const toList = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]

function toPairs(feature: Feature, text: string): JsonObject {
  const pairs = toList(text).map((part) => /^([a-z0-9-]{3,8})=(\w+)$/.exec(part))
  const entries = pairs.flatMap((match) => (match?.[1] && match[2] ? [[match[1], match[2]] as const] : []))
  if (entries.length === 0 || entries.length < pairs.length)
    throw invalidValue(feature, text, 'pairs such as eip155=smartAccount')
  return Object.fromEntries(entries)
}

const invalidValue = (feature: Feature, text: string, expected: string): CliError =>
  new CliError(
    'INVALID_OPTION',
    `--${flagOf(feature.name)} must be ${expected}, not ${JSON.stringify(text.slice(0, 100))}.`,
  )
