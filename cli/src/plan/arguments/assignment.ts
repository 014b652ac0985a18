import { CliError } from '../../errors.js'
import { isJsonObject, type Json, type JsonObject } from '../files/json.js'
import { type FirstParty, shortName } from '../plugins/first-party.js'
import { checkOptionName } from '../plugins/option-name.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import { findInSite, type SitePlugins } from '../plugins/plugin-names.js'
import { type SiteManifest, siteManifestSchema } from '../site/site-manifest.js'
import { formatAdvice, readingsOf, readValue } from './option-value.js'
import { describe, parseWith } from './parse.js'
import { similarNames, suggest } from './similar-names.js'

/** Parsed `key=value` argument. */
interface Assignment {
  readonly key: string
  readonly value: string
}

/** Fields of wallet-modal.json that can be set besides plugin options. `*` stands for any name. */
const siteFields = [
  'projectId',
  'locale',
  'theme',
  'networks',
  'metadata.name',
  'metadata.url',
  'metadata.description',
  'metadata.icons',
  'rpcUrls.*',
  'endpoints.*',
] as const

/**
 * Applies one assignment to a site: `<plugin>.<option>=<value>` or `<field>=<value>`. The schema determines whether the value is read as JSON, as
 * plain text, or as a list (`a,b`). In `networks=`, a network that wallet-modal.json already defines can be given by its id. An empty value removes
 * the option or field. Throws `USAGE` or `INVALID_OPTION`.
 */
export function assign(
  site: SiteManifest,
  text: string,
  { plugins, release }: { readonly plugins: readonly PluginPackage[]; readonly release: FirstParty },
): SiteManifest {
  const assignment = parseAssignment(text)
  const { key } = assignment
  const names = Object.keys(site.plugins)
  // no id of a third-party plugin takes precedence over a field
  const owner = ownerOf(key, { names, plugins: isSiteField(key) ? [] : plugins, release })
  if (!owner && isSiteField(key)) return assignField(site, assignment)
  const plugin = plugins.find(({ name }) => name === owner?.name)
  if (owner && plugin) return assignOption(site, plugin, { key: owner.option, value: assignment.value })
  const shown = [...names.map((name) => `${shortName(name)}.<option>`), ...siteFields]
  throw new CliError('USAGE', `"${key}" is neither an option of a plugin of this site nor a field that can be set.`, {
    advice: similarSetting(key, names) ?? suggest(key, shown, 'Settings'),
  })
}

/** Suggests a similar plugin of the site for the first part of the key. */
function similarSetting(key: string, names: readonly string[]): string | undefined {
  const [plugin, option] = split(key)
  const [similar] = option === undefined ? [] : similarNames(plugin, names.map(shortName), 1)
  return similar === undefined ? undefined : `Did you mean "${similar}.${option}"?`
}

function parseAssignment(text: string): Assignment {
  const at = text.indexOf('=')
  if (at > 0) return { key: text.slice(0, at), value: text.slice(at + 1) }
  throw new CliError('USAGE', `${JSON.stringify(text.slice(0, 100))} is not an assignment.`, {
    advice: 'For example: `set connect.collapseWallets=true`, or `set connect.collapseWallets=` to remove it.',
  })
}

/**
 * Splits a key into plugin name and option. Package names may contain dots, so the name is the longest prefix of the key that names a plugin of the
 * site.
 */
function ownerOf(key: string, site: SitePlugins): { readonly name: string; readonly option: string } | undefined {
  for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
    const name = findInSite(key.slice(0, dot), site)
    if (name !== undefined) return { name, option: key.slice(dot + 1) }
  }
  return undefined
}

function assignOption(site: SiteManifest, plugin: PluginPackage, { key, value }: Assignment): SiteManifest {
  const { name, manifest } = plugin
  checkOptionName(plugin, key)
  const options = site.plugins[name] ?? {}
  const next =
    value === ''
      ? setOrRemove(options, key, undefined)
      : withOption(options, key, readValue(manifest.options, key, value))
  return { ...site, plugins: { ...site.plugins, [name]: next } }
}

/** Sets an option. A new option is inserted before the first option with a greater name. The order of existing options does not change. */
function withOption(options: JsonObject, key: string, value: Json): JsonObject {
  const entries = Object.entries(options)
  if (key in options) return Object.fromEntries(entries.map(([name, old]) => [name, name === key ? value : old]))
  const at = entries.findIndex(([name]) => name > key)
  return Object.fromEntries(entries.toSpliced(at < 0 ? entries.length : at, 0, [key, value]))
}

const isSiteField = (key: string): boolean =>
  siteFields.some((field) =>
    field.endsWith('*') ? key.startsWith(field.slice(0, -1)) && key.length >= field.length : field === key,
  )

function assignField(site: SiteManifest, { key, value }: Assignment): SiteManifest {
  const [field = '', name] = split(key)
  const current: JsonObject = JSON.parse(JSON.stringify(site))
  const readings =
    value === '' ? [undefined] : readingsOf(value).map((reading) => toFieldValue(current, field, reading))
  const results = readings.map((reading) => parseWith(siteManifestSchema, withField(current, [field, name], reading)))
  const fitting = results.find((result) => 'value' in result)
  if (fitting && 'value' in fitting) return fitting.value
  const refused = listFields.has(field) || key === 'metadata.icons' ? results.at(-1) : results[0]
  const problem = refused && 'problems' in refused ? describe(refused.problems) : key
  const message = `wallet-modal.json would not be valid: ${problem}${/[.?]$/.test(problem) ? '' : '.'}`
  throw new CliError('INVALID_OPTION', message, formatAdvice(problem))
}

/** Fields that expect lists. The error for an invalid value describes the value parsed as a list. */
const listFields: ReadonlySet<string> = new Set(['networks', 'rpcUrls'])

type FieldPath = readonly [field: string, name: string | undefined]

const split = (key: string): FieldPath => {
  const dot = key.indexOf('.')
  return dot < 0 ? [key, undefined] : [key.slice(0, dot), key.slice(dot + 1)]
}

/** Value of a field. As in `create`, `env:NAME` in `projectId` names an environment variable. */
function toFieldValue(site: JsonObject, field: string, value: Json): Json {
  if (field === 'networks') return Array.isArray(value) ? value.map((entry) => networkOf(site, entry)) : value
  return field === 'projectId' && typeof value === 'string' && value.startsWith('env:')
    ? { env: value.slice(4) }
    : value
}

/** Definition of a network in wallet-modal.json, else the id. */
function networkOf({ networks }: JsonObject, id: Json): Json {
  const inlineNetworks = Array.isArray(networks) ? networks.filter(isJsonObject) : []
  return inlineNetworks.find(({ caipNetworkId }) => caipNetworkId === id) ?? id
}

/** Sets a field, or removes it if the value is `undefined`. A group of fields, such as `rpcUrls`, is removed with its last field. */
function withField(site: JsonObject, [field, name]: FieldPath, value: Json | undefined): object {
  if (name === undefined) return setOrRemove(site, field, value)
  const group = site[field]
  const next = setOrRemove(isJsonObject(group) ? group : {}, name, value)
  return setOrRemove(site, field, Object.keys(next).length > 0 ? next : undefined)
}

/** Sets a field, or removes it if the value is `undefined`. */
function setOrRemove(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _, ...rest } = object
  return value === undefined ? rest : { ...rest, [key]: value }
}
