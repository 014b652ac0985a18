import { relative } from 'node:path'
import type { FetchedPlugin } from '../apply/fetch-plugin.js'
import type { Target } from '../apply/target.js'
import type { CreatePlan } from '../plan/create-plan.js'
import { shortName } from '../plan/first-party.js'
import { runScript } from '../plan/package-manager.js'
import { diffTrees } from '../plan/virtual-tree.js'
import { quoteWord } from './printable.js'
import { reachLines } from './reach.js'

/** The plan as lines for a person: where, with what, and what each plugin may reach. */
export function planLines(plan: CreatePlan, target: Target): readonly string[] {
  const plugins = plan.resolved.plugins.map(({ plugin }) => plugin)
  const width = Math.max(...plugins.map(({ name }) => shortName(name).length))
  const files = diffTrees(new Map(), plan.files)
  return [
    `Folder     ${target.path}`,
    `Template   ${plan.template.spec.title}`,
    `Networks   ${plan.resolved.networks.map(({ name, caipNetworkId }) => `${name} (${caipNetworkId})`).join(', ')}`,
    `Packages   ${Object.keys(plan.dependencies).length} and ${Object.keys(plan.devDependencies).length} for development, exact versions, by ${plan.packageManager}`,
    `Files      ${files.length}, ${Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)} kB`,
    '',
    'Plugins',
    ...plugins.map(
      (plugin) =>
        `  ${shortName(plugin.name).padEnd(width)}  ${plugin.manifest.description}${plugin.manifest.developmentOnly ? ' (development only)' : ''}`,
    ),
    '',
    'What the plugins may reach',
    ...reachLines(plugins),
  ]
}

/** A command line that can be pasted into a shell. */
export const toLine = (words: readonly string[]): string => words.map(quoteWord).join(' ')

/** What a person should know of plugins by third parties before they are installed. */
export const foreignWarnings = (foreign: readonly FetchedPlugin[]): readonly string[] =>
  foreign.flatMap(({ plugin: { name, version, manifest }, scripts }) => [
    `"${name}" ${version} is by a third party, and nobody here has reviewed it. What it says it may reach is a promise and no fence: ${reachLines([{ name, manifest }]).join('').trim()}`,
    ...(scripts.length > 0 ? [`"${name}" has install scripts (${scripts.join(', ')}). They are not run.`] : []),
  ])

/** How it ended, of whatever was made. */
export interface MakeOutcome {
  readonly dryRun: boolean
  readonly installed: boolean
  readonly cwd: string
}

export interface CreateOutcome extends MakeOutcome {
  /** The words of the command that makes the same project again. */
  readonly again: readonly string[]
  /** Plugins of third parties. */
  readonly foreign: readonly FetchedPlugin[]
}

/** What a person does next, as commands. */
export function nextSteps(
  plan: CreatePlan,
  target: Target,
  { installed, cwd }: Pick<MakeOutcome, 'installed' | 'cwd'>,
): readonly string[] {
  return [
    `cd ${quoteWord(relative(cwd, target.path) || '.')}`,
    ...(installed ? [] : [`${plan.packageManager} install`]),
    runScript(plan.packageManager, 'dev'),
  ]
}

/** The same for machines: the one document of `--json`. */
export function createDocument(plan: CreatePlan, target: Target, outcome: CreateOutcome): object {
  return {
    ok: true,
    command: 'create',
    dryRun: outcome.dryRun,
    path: target.path,
    template: plan.template.id,
    packageManager: plan.packageManager,
    installed: outcome.installed,
    networks: plan.resolved.networks.map(({ caipNetworkId, name }) => ({ caipNetworkId, name })),
    plugins: plan.resolved.plugins.map(({ plugin, options }) => ({
      name: plugin.name,
      version: plugin.version,
      developmentOnly: plugin.manifest.developmentOnly,
      options,
      permissions: plugin.manifest.permissions,
    })),
    dependencies: plan.dependencies,
    devDependencies: plan.devDependencies,
    files: diffTrees(new Map(), plan.files),
    next: nextSteps(plan, target, outcome),
    again: outcome.again,
    warnings: foreignWarnings(outcome.foreign),
  }
}
