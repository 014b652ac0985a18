import { readSources } from '../apply/site/site-sources.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { suggest } from '../plan/arguments/similar-names.js'
import type { ChangePlan } from '../plan/changes/change-plan.js'
import { checkRemoval } from '../plan/changes/removal.js'
import { byKey } from '../plan/files/json.js'
import { findPlugin, shortName } from '../plan/plugins/first-party.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import { findInSite } from '../plan/plugins/plugin-names.js'
import { builtFolder } from '../plan/site/build-page.js'
import { generatedPaths } from '../plan/site/layout.js'
import type { SiteManifest } from '../plan/site/site-manifest.js'
import { askSome } from '../ui/change-questions.js'
import { type ChangeFlags, type OpenSite, openSite, type PlanFacts, runChange } from './change-run.js'

export interface RemoveFlags extends ChangeFlags {
  readonly all?: boolean
}

/** Removes plugins from a site, or with `--all` the modal with its packages and files. */
export async function remove(names: readonly string[], flags: RemoveFlags, env: Environment): Promise<CommandResult> {
  if (flags.all && names.length > 0)
    throw new CliError('USAGE', '--all removes everything, so it cannot be combined with plugin names.', {
      advice: 'Use one of the two.',
    })
  const open = await openSite(flags, env)
  if (flags.all) {
    const next = (plan: ChangePlan): readonly string[] => stepsAfterRemoval(open, plan)
    return runChange(open, { command: 'remove', after: undefined, next })
  }
  const pluginNames = names.length > 0 ? names : await askPlugins(open)
  const removedNames = new Set(pluginNames.flatMap((name) => findRemoved(name, open) ?? []))
  const [removed, remaining] = [
    open.plugins.filter(({ name }) => removedNames.has(name)),
    open.plugins.filter(({ name }) => !removedNames.has(name)),
  ]
  checkRemoval(open.site, { removed, remaining })
  const plugins = Object.fromEntries(Object.entries(open.site.plugins).filter(([name]) => !removedNames.has(name)))
  const after: SiteManifest = { ...open.site, plugins }
  const importing = await filesThatImport(open, [...removedNames], removed)
  return runChange(open, { command: 'remove', after, ...importFacts(importing) })
}

/**
 * Paths of the site's source files that import a removed plugin or set its options in code, with the short names of these plugins.
 * @param removed the removed plugins whose package can be read
 */
async function filesThatImport(
  { env, state }: OpenSite,
  removedNames: readonly string[],
  removed: readonly PluginPackage[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { layout } = state
  const own = new Set(generatedPaths(layout))
  const found = new Map<string, readonly string[]>()
  if (removedNames.length === 0) return found
  for await (const { path, text } of readSources(env.cwd)) {
    if (own.has(path) || (layout.framework === 'html' && path.startsWith(`${builtFolder}/`))) continue
    const names = removedNames.filter((name) => {
      const key = removed.find((plugin) => plugin.name === name)?.manifest.export
      return importsPackage(text, name) || (path === layout.configFile && key !== undefined && usesKey(text, key))
    })
    if (names.length > 0) found.set(path, names.map(shortName))
  }
  return new Map([...found].sort(byKey))
}

/** Whether a text contains a package name, or a path in the package, as a module name. */
const importsPackage = (text: string, name: string): boolean =>
  [`'${name}`, `"${name}`].some((start) => ["'", '"', '/'].some((end) => text.includes(start + end)))

/** Whether the config file sets options in code for the plugin whose export name is `key`. */
const usesKey = (text: string, key: string): boolean =>
  new RegExp(`(?<![\\w$.])${key.replaceAll('$', '\\$')}\\s*[:,}]`).test(text)

/** Lines of the plan, and next steps, about files that import removed plugins. */
function importFacts(importing: ReadonlyMap<string, readonly string[]>): Pick<PlanFacts, 'lines' | 'next'> {
  if (importing.size === 0) return {}
  const names = [...new Set([...importing.values()].flat())].join(', ')
  return {
    lines: [
      'Files of the site that use a removed plugin',
      ...[...importing].map(([path, used]) => `  ${path}: ${used.join(', ')}`),
    ],
    next: () => [
      `The site's own code still uses ${names}. Change or delete these files, and the code that imports them: ${[...importing.keys()].join(', ')}.`,
    ],
  }
}

/**
 * Package name of the plugin to remove. Returns `undefined` for a first-party plugin that the site does not have. Throws `UNKNOWN_PLUGIN` for any
 * other name.
 */
function findRemoved(name: string, { plugins, release, reporter, site }: OpenSite): string | undefined {
  const present = Object.keys(site.plugins)
  const found = findInSite(name, { names: present, plugins, release })
  if (found !== undefined) return found
  if (!findPlugin(release, name)) {
    throw new CliError('UNKNOWN_PLUGIN', `This site has no plugin ${JSON.stringify(name.slice(0, 100))}.`, {
      advice: suggest(name, present.map(shortName), 'Plugins of this site'),
    })
  }
  reporter.step(`"${name}" is not part of this site.`)
  return undefined
}

async function askPlugins({ env, interactive, plugins, unreadable }: OpenSite): Promise<readonly string[]> {
  const choices = [
    ...plugins.map(({ name, manifest }) => ({ value: name, label: shortName(name), hint: manifest.description })),
    ...[...unreadable].map(([name, error]) => ({ value: name, label: shortName(name), hint: error.message })),
  ]
  if (!interactive || choices.length === 0)
    throw new CliError('USAGE', 'No plugin was given.', {
      advice: `For example: \`remove <plugin>\`, or \`remove --all\`. Plugins of this site: ${choices.map(({ label }) => label).join(', ') || 'none'}.`,
    })
  return askSome(env, 'Which plugins should be removed?', choices)
}

/**
 * Matches a package script that runs a program of this tool's package, which `remove --all` removes. Group 1 is the program's name. Does not match
 * `npx create-wallet-modal`, which works without an installation.
 */
const removedProgram =
  /"[^"\n]*(?<![\w-])(wallet-modal|(?<!\b(?:npx|exec|dlx|bunx) (?:-\S+ )*)create-wallet-modal) (?:dev|sync|doctor)\b/

/** Next steps for the user, because this tool does not change the site's own code. */
function stepsAfterRemoval({ state }: OpenSite, plan: ChangePlan): readonly string[] {
  const text = state.files.get('package.json') ?? ''
  const [, program] = removedProgram.exec(text) ?? []
  return [
    `Remove your code that imports ${plan.layout.configFile} or wallet-modal.json, or shows the button.`,
    ...(program ? [`Scripts in package.json still call \`${program}\`, which was removed: change them.`] : []),
  ]
}
