import { CliError } from '../../errors.js'
import { render, type TemplateData } from '../files/render.js'
import type { Template } from '../files/template.js'
import { createTree, type VirtualTree } from '../files/virtual-tree.js'
import { freeNames } from '../packages/free-names.js'
import { type PackageManager, runScript } from '../packages/package-manager.js'
import { type FirstParty, kernelName } from '../plugins/first-party.js'
import type { PluginKind, PluginNames } from '../plugins/plugin-name.js'

/** Plan of `plugin`: shown first, then written by `createFolder`. */
export interface PluginPlan {
  readonly kind: PluginKind
  readonly names: PluginNames
  readonly packageManager: PackageManager
  readonly devDependencies: Readonly<Record<string, string>>
  readonly files: VirtualTree
}

export interface PluginInput {
  readonly kind: PluginKind
  readonly names: PluginNames
  /** The template for all plugins, and the template for this kind of plugin. */
  readonly templates: readonly Template[]
  readonly packageManager: PackageManager
  readonly release: FirstParty
}

/** Plans a new plugin. Does no I/O. */
export function planPlugin({ kind, templates, packageManager, release, ...input }: PluginInput): PluginPlan {
  const names = freeNames(input.names, templates)
  const templatePackages = templates.flatMap(({ spec }) => Object.entries(spec.devDependencies))
  const devDependencies = Object.fromEntries(
    [...templatePackages, [kernelName, release.kernel.version] as const].sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  const data = templateData({ names, packageManager, devDependencies, kernelVersion: release.kernel.version })
  const files = templates.flatMap((template) =>
    template.spec.files
      .filter((file) => file.packageManager === undefined || file.packageManager === packageManager)
      .map(({ from, to }): [string, string] => [to, textOf(template, from, data)]),
  )
  return { kind, names, packageManager, devDependencies, files: createTree(files) }
}

function textOf(template: Template, from: string, data: TemplateData): string {
  const source = template.sources.get(from)
  if (source === undefined) throw new CliError('INTERNAL', `The template "${template.id}" has no file "${from}".`)
  return from.endsWith('.hbs') ? render(source, data) : source
}

interface DataInput {
  readonly names: PluginNames
  readonly packageManager: PackageManager
  readonly devDependencies: Readonly<Record<string, string>>
  readonly kernelVersion: string
}

function templateData({ names, packageManager, devDependencies, kernelVersion }: DataInput): TemplateData {
  const run = (script: string): string => runScript(packageManager, script)
  return {
    ...names,
    symbol: names.id.replaceAll('-', '').slice(0, 5).toUpperCase(),
    kernelRange: rangeOf(kernelVersion),
    kernelPeer: `^${kernelVersion}`,
    devDependencies: Object.entries(devDependencies).map(([name, version]) => ({ name, version })),
    ...ciCommands[packageManager],
    runDev: run('dev'),
    runTest: run('test'),
    runLint: run('lint'),
    runTypecheck: run('typecheck'),
    runBuild: run('build'),
  }
}

/** Kernel versions that a plugin supports if it was built for `version`. Before 1.0, each minor version may change the plugin API. */
function rangeOf(version: string): string {
  const [major = '0', minor = '0'] = version.split('.')
  return major === '0' ? `^0.${minor}` : `^${major}`
}

/**
 * CI commands by package manager. `ciPrepare` makes the package manager available; empty if it already is. `ciInstall` installs from the lockfile
 * without running scripts.
 */
const ciCommands: Readonly<Record<PackageManager, { readonly ciPrepare: string; readonly ciInstall: string }>> = {
  npm: { ciPrepare: '', ciInstall: 'npm ci --ignore-scripts' },
  pnpm: { ciPrepare: 'corepack enable', ciInstall: 'pnpm install --frozen-lockfile --ignore-scripts' },
  yarn: { ciPrepare: 'corepack enable', ciInstall: 'yarn install --immutable --mode=skip-build' },
  bun: { ciPrepare: 'npm install --global bun', ciInstall: 'bun install --frozen-lockfile --ignore-scripts' },
}
