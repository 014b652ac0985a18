import { CliError } from '../../errors.js'
import { checkNeeds, chooseFeatures } from '../arguments/flags.js'
import { describe, parseWith } from '../arguments/parse.js'
import { suggest } from '../arguments/similar-names.js'
import type { JsonObject } from '../files/json.js'
import { features as allFeatures, type FeatureValues, flagOf } from '../plugins/features.js'
import { type FirstParty, findPlugin, sandboxName, shortName, shortNames } from '../plugins/first-party.js'
import { loginPlugin } from '../plugins/login-features.js'
import { defaultOf } from '../plugins/options-schema.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import { type SiteManifest, siteManifestSchema, siteSchemaPath } from './site-manifest.js'

/** Inputs for a new site's wallet-modal.json, from flags or answers. */
export interface SiteChoices {
  readonly title: string
  readonly projectId?: string | undefined
  readonly networks: readonly string[]
  /**
   * Names as typed. Default: all plugins of this release, except (1) development-only and opt-in plugins, (2) plugins for chain families without a
   * network in this site, (3) plugins with `needsProjectId`, if there is no project id, and plugins with `needsService`, except plugins that another
   * default plugin lists in `sourceFor`. With the sandbox, email and social login is added.
   */
  readonly plugins?: readonly string[] | undefined
  /** Whether the site gets the sandbox. Takes precedence over `plugins`. */
  readonly sandbox: boolean
  readonly sandboxUrl?: string | undefined
  readonly theme?: string | undefined
  readonly locale?: string | undefined
  readonly features: FeatureValues
  /** The template's plugins with their options, by package name. Used only if the user names no plugins. */
  readonly templatePlugins?: Readonly<Record<string, JsonObject>> | undefined
}

export const defaultNetworks: readonly string[] = ['eip155:1', 'eip155:8453']

/**
 * A new site's wallet-modal.json. Throws `UNKNOWN_PLUGIN`, `FEATURE_UNAVAILABLE`, `FEATURE_NEEDS_PLUGIN` or `INVALID_OPTION`. `resolveSite` checks
 * the networks.
 */
export function newSite(choices: SiteChoices, release: FirstParty): SiteManifest {
  const features = chooseFeatures(choices.features, release)
  const names = choosePlugins(choices, release).filter((name) => !features.drop.includes(name))
  const ofTemplate = choices.plugins ? {} : (choices.templatePlugins ?? {})
  const extra = Object.keys(ofTemplate).filter((name) => findPlugin(release, name) && !features.drop.includes(name))
  const plugins = Object.fromEntries(
    [...new Set([...names, ...extra, ...features.add])]
      .sort()
      .map((name): [string, JsonObject] => [name, ofTemplate[name] ?? {}]),
  )
  for (const [name, options] of Object.entries(features.options))
    plugins[name] = withOptions(plugins, { name, options, choices })
  checkNeeds(choices.features)
  if (choices.sandboxUrl !== undefined)
    plugins[sandboxName] = withOptions(plugins, {
      name: sandboxName,
      options: { url: toSandboxUrl(choices.sandboxUrl, release) },
      choices,
    })
  return parseSite({
    $schema: siteSchemaPath,
    ...(choices.projectId === undefined ? {} : { projectId: toProjectId(choices.projectId) }),
    metadata: { name: choices.title },
    networks: [...choices.networks],
    ...(choices.locale === undefined ? {} : { locale: choices.locale }),
    ...(choices.theme === undefined ? {} : { theme: choices.theme }),
    plugins,
  })
}

function choosePlugins(choices: SiteChoices, release: FirstParty): readonly string[] {
  const names = choices.plugins?.map((name) => {
    const plugin = findPlugin(release, name)
    if (plugin) return plugin.name
    throw new CliError('UNKNOWN_PLUGIN', `There is no plugin "${name}" in this release (${release.version}).`, {
      advice: suggest(name, shortNames(release), 'Plugins'),
    })
  })
  const chosen =
    names ?? release.plugins.filter((plugin) => isDefaultPlugin(plugin, choices, release)).map(({ name }) => name)
  const others = chosen.filter((name) => name !== sandboxName)
  return choices.sandbox && findPlugin(release, sandboxName) ? [...others, sandboxName] : others
}

/** Whether a new site gets a plugin by default: see `SiteChoices.plugins`. */
function isDefaultPlugin({ name, manifest }: PluginPackage, choices: SiteChoices, release: FirstParty): boolean {
  const { networks, projectId, sandbox } = choices
  const isLoginInSandbox = name === loginPlugin && sandbox
  if (manifest.developmentOnly || (manifest.optIn && !isLoginInSandbox)) return false
  const hasSource = (): boolean =>
    release.plugins.some((one) => one.manifest.sourceFor.includes(name) && isDefaultPlugin(one, choices, release))
  const lacksService = manifest.needsService || (manifest.needsProjectId && projectId === undefined)
  if (lacksService && !hasSource()) return false
  const provided = manifest.provides.flatMap((name) => /^namespace:(.+)$/.exec(name)?.[1] ?? [])
  const hasNetwork = (namespace: string): boolean => networks.some((id) => id.startsWith(`${namespace}:`))
  const families = [...provided, ...manifest.forNamespaces]
  return families.length === 0 || families.some(hasNetwork)
}

interface FlagOptions {
  /** Package name of a plugin. */
  readonly name: string
  /** Its options from flags. */
  readonly options: JsonObject
  readonly choices: SiteChoices
}

/** The plugin's options, with those from flags. Throws `FEATURE_NEEDS_PLUGIN` if the plugin is not selected. */
function withOptions(plugins: SiteManifest['plugins'], { name, options, choices }: FlagOptions): JsonObject {
  const before = plugins[name]
  if (before) return { ...before, ...options }
  const flags = Object.keys(options).map((option) => flagOfOption(name, option, choices))
  const sets = flags.length > 1 ? 'set options' : 'sets an option'
  const text = flags.join(' and ')
  throw new CliError(
    'FEATURE_NEEDS_PLUGIN',
    `${text} ${sets} of the plugin "${shortName(name)}", which is not selected.`,
    {
      advice:
        name === sandboxName && !choices.sandbox
          ? `Omit --no-sandbox, or omit ${text}.`
          : `Add "${shortName(name)}" to the plugins, or omit ${text}.`,
    },
  )
}

/** Flag that sets an option of a plugin, as the user gave it: `--<name>` or `--no-<name>`. */
function flagOfOption(plugin: string, option: string, { features: values }: SiteChoices): string {
  if (plugin === sandboxName) return '--sandbox-url'
  const feature = allFeatures.find((one) => one.plugin === plugin && one.option === option)?.name ?? option
  return `--${values[feature] === false ? 'no-' : ''}${flagOf(feature)}`
}

/** `env:NAME` reads the project id from the environment at build time. */
const toProjectId = (text: string): string | { env: string } =>
  text.startsWith('env:') ? { env: text.slice(4) } : text

/** Host names that the sandbox plugin's option `url` accepts. */
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\]|[-a-z0-9]+\.localhost)$/

/** Origin of the sandbox. Only loopback addresses are allowed, because the sandbox has unlocked accounts. */
function toSandboxUrl(text: string, release: FirstParty): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // equal only if the URL has no user name, path, query or fragment
  if (url?.protocol === 'http:' && url.href === `${url.origin}/` && loopbackHost.test(url.hostname)) return url.origin
  const plugin = findPlugin(release, sandboxName)
  const example = plugin && defaultOf(plugin.manifest.options, 'url')
  throw new CliError(
    'INVALID_OPTION',
    `--sandbox-url must be an http origin on this machine, without path or query, not ${JSON.stringify(text.slice(0, 100))}.`,
    {
      advice: `For example: --sandbox-url ${typeof example === 'string' ? example : 'http://127.0.0.1:4700'}`,
    },
  )
}

function parseSite(site: unknown): SiteManifest {
  const result = parseWith(siteManifestSchema, site)
  if ('value' in result) return result.value
  const flags = new Set(result.problems.map(({ path }) => fieldFlags[path.split('.', 1)[0] ?? '']))
  const known = [...flags].filter((flag) => flag !== undefined)
  throw new CliError('INVALID_OPTION', `wallet-modal.json would not be valid: ${describe(result.problems)}.`, {
    advice: `Correct ${known.length > 0 ? known.join(' and ') : 'the flag that sets this field'}; see --help.`,
  })
}

/** Flags that set fields of wallet-modal.json. */
const fieldFlags: Readonly<Record<string, string | undefined>> = {
  projectId: '--project-id',
  metadata: '--name',
  networks: '--networks',
  theme: '--theme',
  locale: '--locale',
}
