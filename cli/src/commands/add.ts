import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { assign } from '../plan/arguments/assignment.js'
import { shortName, shortNames } from '../plan/plugins/first-party.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import { findInSite } from '../plan/plugins/plugin-names.js'
import { missingOptions, requiredCodeOptions } from '../plan/plugins/required-options.js'
import type { SiteManifest } from '../plan/site/site-manifest.js'
import { askSome, askText, optionHint } from '../ui/change-questions.js'
import { type ChangeFlags, type OpenSite, openReadableSite, runChange } from './change-run.js'
import { findPluginsToAdd } from './find-plugins-to-add.js'

export interface AddFlags extends ChangeFlags {
  /** `plugin.option=value`, for the added and updated plugins. */
  readonly set?: readonly string[]
}

/**
 * Adds plugins to a site. For a plugin that the site already has, installs the given version or archive and keeps the options. Asks for the plugins
 * if none is given, and for required options that `--set` does not set.
 */
export async function add(names: readonly string[], flags: AddFlags, env: Environment): Promise<CommandResult> {
  const open = await openReadableSite(flags, env)
  const pluginNames = names.length > 0 ? names : await askPlugins(open)
  const { plugins, updated, present, warnings, archives } = await findPluginsToAdd(pluginNames, open)
  for (const name of present) open.reporter.step(`"${name}" is already part of the site; its options do not change.`)
  const withPlugins: SiteManifest = {
    ...open.site,
    plugins: { ...open.site.plugins, ...Object.fromEntries(plugins.map(({ name }) => [name, {}])) },
  }
  const after = await withOptions(withPlugins, [...plugins, ...updated], { ...open, assignments: flags.set ?? [] })
  return runChange(open, {
    command: 'add',
    after,
    added: plugins,
    updated,
    archives,
    warnings,
    next: () => nextSteps(after, [...plugins, ...updated]),
  })
}

async function askPlugins({ env, interactive, release, site }: OpenSite): Promise<readonly string[]> {
  const absent = release.plugins.filter(({ name }) => !(name in site.plugins))
  if (!interactive || absent.length === 0) {
    throw new CliError('USAGE', 'No plugin was given.', {
      advice: `For example: \`add <plugin>\`. Plugins of this release: ${shortNames(release).join(', ')}.`,
    })
  }
  return askSome(
    env,
    'Which plugins should be added?',
    absent.map(({ name, manifest }) => ({ value: name, label: shortName(name), hint: manifest.description })),
  )
}

interface AddContext extends OpenSite {
  readonly assignments: readonly string[]
}

/** Sets the options given by `--set`, and asks for required options that are still missing. If it cannot ask, throws `USAGE` for a missing option. */
async function withOptions(
  withPlugins: SiteManifest,
  added: readonly PluginPackage[],
  { env, interactive, release, assignments }: AddContext,
): Promise<SiteManifest> {
  const names = added.map(({ name }) => name)
  let site = withPlugins
  for (const text of assignments) {
    checkTarget(text, names, release)
    site = assign(site, text, { plugins: added, release })
  }
  for (const plugin of added) {
    for (const option of missingOptions(plugin.manifest, site.plugins[plugin.name] ?? {})) {
      const key = `${shortName(plugin.name)}.${option}`
      if (!interactive) {
        throw new CliError('USAGE', `"${plugin.name}" needs the option "${option}".`, {
          advice: `Add --set ${key}=<value>. Nothing was changed.`,
        })
      }
      const current = site
      const set = (value: string): SiteManifest => assign(current, `${key}=${value}`, { plugins: added, release })
      const value = await askText(env, `${key} (${optionHint(plugin, option)})`, (typed) => problemOf(typed, set))
      site = set(value)
    }
  }
  return site
}

function problemOf(value: string, set: (value: string) => SiteManifest): string | undefined {
  if (value === '') return 'Enter a value.'
  try {
    set(value)
    return undefined
  } catch (error) {
    if (error instanceof CliError) return error.message
    throw error
  }
}

/** Throws `USAGE` if the assignment is not for one of the `added` plugins, because `add --set` must not change the options of other plugins. */
function checkTarget(text: string, added: readonly string[], release: OpenSite['release']): void {
  const key = text.split('=')[0] ?? ''
  const segments = key.split('.')
  const owners = segments.map((_, at) => segments.slice(0, at).join('.'))
  if (owners.some((name) => name !== '' && findInSite(name, { names: added, plugins: [], release }) !== undefined))
    return
  throw new CliError('USAGE', `--set ${key} is not an option of a plugin that is being added.`, {
    advice: 'For plugins of the site, use `npx create-wallet-modal set`.',
  })
}

function nextSteps(site: SiteManifest, added: readonly PluginPackage[]): readonly string[] {
  const ids = site.networks.map((entry) => (typeof entry === 'string' ? entry : entry.caipNetworkId))
  return added.flatMap(({ name, manifest, networks }) => {
    const namespaces = manifest.provides.flatMap((capability) => /^namespace:(.+)$/.exec(capability)?.[1] ?? [])
    const lacksNetwork =
      namespaces.length > 0 && !ids.some((id) => namespaces.some((namespace) => id.startsWith(`${namespace}:`)))
    const [first] = networks
    const code = requiredCodeOptions(manifest)
    return [
      ...(lacksNetwork && first
        ? [`npx create-wallet-modal set networks=${[...ids, first.caipNetworkId].join(',')}`]
        : []),
      ...(code.length > 0
        ? [`${shortName(name)} needs ${code.join(', ')} as code, in wallet-modal.config.ts or wallet-modal.config.js`]
        : []),
    ]
  })
}
