import semver from 'semver'
import { CliError, messageOf } from '../../errors.js'
import { distance, similarNames, suggest } from '../arguments/similar-names.js'
import { byKey, type JsonObject } from '../files/json.js'
import { features, flagOf } from '../plugins/features.js'
import { checkOptionName } from '../plugins/option-name.js'
import { checkOptions, defaultOf } from '../plugins/options-schema.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import type { Network } from '../site/network.js'
import type { SiteManifest } from '../site/site-manifest.js'
import { checkGraph } from './graph.js'

/** A plugin of the site with its options in wallet-modal.json. */
export interface ResolvedPlugin {
  readonly plugin: PluginPackage
  readonly options: JsonObject
}

/** A validated wallet-modal.json with its plugins' manifests and its networks. The generated file is created from it. */
export interface ResolvedSite {
  readonly site: SiteManifest
  readonly plugins: readonly ResolvedPlugin[]
  readonly networks: readonly Network[]
}

export interface ResolveOptions {
  /** Every plugin that the site lists. */
  readonly plugins: readonly PluginPackage[]
  /** Plugins that an error may suggest. */
  readonly known?: readonly PluginPackage[]
  /** Version of the kernel. If it is `undefined`, the kernel ranges of the plugins are not checked. */
  readonly kernelVersion?: string | undefined
  /** Whether the site is new: its options come from flags, and it has no wallet-modal.json yet. Default: `false`. */
  readonly isNew?: boolean
}

/**
 * Resolves and validates a wallet-modal.json. Throws `UNKNOWN_PLUGIN`, `KERNEL_MISMATCH`, `INVALID_OPTION`, `INVALID_MANIFEST`, `UNKNOWN_NETWORK`,
 * `MISSING_CAPABILITY`, `INVALID_SITE`, or an error of `checkGraph`.
 */
export function resolveSite(
  site: SiteManifest,
  { plugins, known = [], kernelVersion, isNew = false }: ResolveOptions,
): ResolvedSite {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]))
  const resolved = Object.entries(site.plugins)
    .sort(byKey)
    .map(([name, options]): ResolvedPlugin => {
      const plugin = byName.get(name)
      if (!plugin) throw unknownPlugin(name, known)
      checkKernel(plugin, kernelVersion)
      checkPluginOptions(plugin, options, isNew)
      return { plugin, options }
    })
  const used = resolved.map(({ plugin }) => plugin)
  checkGraph(used, known)
  return { site, plugins: resolved, networks: resolveNetworks(site, used, known) }
}

function checkKernel({ name, manifest }: PluginPackage, kernelVersion: string | undefined): void {
  if (kernelVersion === undefined || semver.satisfies(kernelVersion, manifest.kernel, { includePrerelease: true }))
    return
  throw new CliError(
    'KERNEL_MISMATCH',
    `"${name}" requires kernel ${manifest.kernel}, but this site has ${kernelVersion}.`,
    {
      advice: `Install a version of "${name}" that supports kernel ${kernelVersion}.`,
    },
  )
}

function checkPluginOptions(plugin: PluginPackage, options: JsonObject, isNew: boolean): void {
  const { name, manifest } = plugin
  for (const { name: key } of manifest.codeOptions) if (key in options) checkOptionName(plugin, key)
  let problems: readonly string[]
  try {
    problems = checkOptions(manifest.options, options)
  } catch (cause) {
    throw new CliError('INVALID_MANIFEST', `"${name}": its options schema cannot be used: ${messageOf(cause)}`, {
      advice: `Report this to the author of "${name}".`,
      cause,
    })
  }
  if (problems.length === 0) return
  if (problems.some((one) => one.includes('is not known here')))
    for (const key of Object.keys(options)) checkOptionName(plugin, key)
  throw new CliError('INVALID_OPTION', `The options of "${name}" are not valid: ${problems.slice(0, 3).join(' ')}`, {
    advice: isNew ? flagAdvice(plugin, options) : 'Correct the options in wallet-modal.json.',
  })
}

/** Advice for invalid options of a new site, which only flags can set. */
function flagAdvice({ name, manifest }: PluginPackage, options: JsonObject): string {
  const isInvalid = (option: string): boolean =>
    Object.entries(options).some(
      ([key, value]) => key === option && checkOptions(manifest.options, { [key]: value }).length > 0,
    )
  const flags = features.flatMap((feature) =>
    feature.plugin === name && feature.option !== undefined && isInvalid(feature.option)
      ? [`--${flagOf(feature.name)}`]
      : [],
  )
  return `Correct ${flags.length > 0 ? flags.join(' and ') : 'the flag that sets this option'}; see --help.`
}

function resolveNetworks(
  site: SiteManifest,
  plugins: readonly PluginPackage[],
  known: readonly PluginPackage[],
): readonly Network[] {
  const records = new Map(
    // a plugin may only define networks of the namespaces that it provides, so it cannot change chains of other plugins
    plugins.flatMap(({ manifest, networks }) =>
      networks
        .filter(({ caipNetworkId }) => manifest.provides.includes(`namespace:${caipNetworkId.split(':')[0]}`))
        .map((network): [string, Network] => [network.caipNetworkId, network]),
    ),
  )
  const seen = new Set<string>()
  return site.networks.map((entry) => {
    const id = typeof entry === 'string' ? entry : entry.caipNetworkId
    if (seen.has(id))
      throw new CliError('INVALID_SITE', `The network "${id}" is listed twice.`, { advice: 'List it once.' })
    seen.add(id)
    checkNamespace(id, plugins, known)
    if (typeof entry === 'string') return records.get(entry) ?? unknownNetwork(entry, [...records.keys()])
    return withKnownDecimals(entry, records.get(id))
  })
}

/** Uses the decimals of the plugin that defines the network. Wrong decimals in wallet-modal.json would make amounts wrong. */
function withKnownDecimals(network: Network, known: Network | undefined): Network {
  const decimals = known?.nativeCurrency.decimals ?? network.nativeCurrency.decimals
  return { ...network, nativeCurrency: { ...network.nativeCurrency, decimals } }
}

function checkNamespace(id: string, plugins: readonly PluginPackage[], known: readonly PluginPackage[]): void {
  const capability = `namespace:${id.split(':')[0]}`
  const provides = ({ manifest }: PluginPackage): boolean => manifest.provides.includes(capability)
  if (plugins.some(provides)) return
  const candidates = known.filter(provides).map(({ name }) => name)
  throw new CliError(
    'MISSING_CAPABILITY',
    `The network "${id}" needs "${capability}", which no plugin of the site provides.`,
    {
      advice:
        candidates.length > 0
          ? `Add ${candidates.join(' or ')}, or remove the network.`
          : 'Add the plugin of that namespace, or remove the network.',
    },
  )
}

function unknownNetwork(id: string, ids: readonly string[]): never {
  throw new CliError('UNKNOWN_NETWORK', `No plugin of the site defines the network "${id}".`, {
    advice: `${suggestNetwork(id, ids)} You can also define the network in wallet-modal.json.`,
  })
}

/** Suggests ids that are similar in the part after the namespace too, because all ids of a namespace have the same beginning. */
function suggestNetwork(id: string, ids: readonly string[]): string {
  const referenceOf = (one: string): string => one.slice(one.indexOf(':') + 1)
  const isSimilar = (known: string): boolean => {
    const [typed, reference] = [referenceOf(id), referenceOf(known)]
    return distance(typed, reference) < Math.max(typed.length, reference.length)
  }
  const names = similarNames(id, ids.filter(isSimilar))
  return suggest(names.length > 0 ? id : '', names.length > 0 ? names : ids, 'Known networks')
}

const unknownPlugin = (name: string, known: readonly PluginPackage[]): CliError =>
  new CliError('UNKNOWN_PLUGIN', `There is no plugin "${name}", which wallet-modal.json lists.`, {
    advice: suggest(
      name,
      known.map((plugin) => plugin.name),
      'Known plugins',
    ),
  })

/** URL of a site's sandbox: its option `url`, else the default in the plugin's manifest. */
export function sandboxUrl({ plugin, options }: ResolvedPlugin): string | undefined {
  const url = options.url ?? defaultOf(plugin.manifest.options, 'url')
  return typeof url === 'string' ? url : undefined
}
