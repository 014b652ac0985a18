import type { ChangePlan, FileEdit } from '../plan/changes/change-plan.js'
import { unifiedDiff } from '../plan/files/unified-diff.js'
import type { PackageChange } from '../plan/packages/package-json.js'
import { shortName } from '../plan/plugins/first-party.js'
import { permissionsOf } from '../plan/plugins/permissions.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import { enforcement, permissionLines } from './permission-lines.js'

/** Inputs of a report in addition to the plan. */
export interface ChangeFacts {
  readonly command: string
  readonly dryRun: boolean
  /** Whether the command installs packages. */
  readonly installs: boolean
  readonly packageManager: string
  /** Names of first-party plugins. */
  readonly firstParty: ReadonlySet<string>
  readonly warnings: readonly string[]
  readonly next: readonly string[]
  /** Further lines of the plan for the terminal, before the file diffs. */
  readonly lines?: readonly string[]
  /** Further fields of the `--json` document. */
  readonly document?: object
}

const shownLines = 40

/** Report of a plan: plugins with their permissions, packages, and file diffs. */
export function changeLines(
  plan: ChangePlan,
  { firstParty, installs, packageManager, lines: extraLines = [] }: ChangeFacts,
): readonly string[] {
  const thirdParty = [...plan.added, ...plan.updated].filter(({ name }) => !firstParty.has(name))
  const lines = [
    ...plan.added.map((plugin) => `+ ${shortName(plugin.name)} ${plugin.version}  ${plugin.manifest.description}`),
    ...plan.updated.map((plugin) => `^ ${shortName(plugin.name)} ${plugin.version}  ${plugin.manifest.description}`),
    ...plan.removed.map(({ name }) => `- ${shortName(name)}`),
    ...permissionSection('Permissions of the new plugins', plan.added, plan),
    ...permissionSection('Permissions of the updated plugins', plan.updated, plan),
    ...thirdParty.flatMap(reviewLines),
    ...(plan.packages.length > 0 ? ['', `Packages (${installs ? packageManager : 'not installed'})`] : []),
    ...plan.packages.map(packageLine),
    ...(extraLines.length > 0 ? ['', ...extraLines] : []),
    ...plan.files.flatMap((edit) => ['', ...fileLines(edit)]),
    ...(plan.keptConfig === undefined
      ? []
      : ['', `${plan.keptConfig} is kept, because it is not the file that \`init\` writes: it may contain your code.`]),
  ]
  return lines[0] === '' ? lines.slice(1) : lines
}

const permissionSection = (title: string, plugins: readonly PluginPackage[], plan: ChangePlan): readonly string[] =>
  plugins.length > 0 ? ['', title, ...permissionLines(plugins, plan.after?.plugins ?? {})] : []

const reviewLines = ({ name }: PluginPackage): readonly string[] => [
  '',
  `"${name}" is a third-party plugin and was not reviewed by this project. ${enforcement}`,
]

const marks = { add: '+', remove: '-', move: '~', update: '^' } as const
const packageLine = ({ change, name, version, section }: PackageChange): string =>
  `  ${marks[change]} ${name} ${version}${section === 'devDependencies' ? ' (development)' : ''}`

const fileLines = (edit: FileEdit): readonly string[] =>
  edit.after === undefined ? [`deleted: ${edit.path}`] : shortened(unifiedDiff(edit).split('\n'))

const shortened = (lines: readonly string[]): readonly string[] =>
  lines.length <= shownLines
    ? lines
    : [...lines.slice(0, shownLines), `... and ${lines.length - shownLines} more lines`]

/** The report as the document of `--json`. */
export function changeDocument(plan: ChangePlan, facts: ChangeFacts): object {
  return {
    ok: true,
    command: facts.command,
    ...facts.document,
    dryRun: facts.dryRun,
    changed: plan.files.length > 0,
    packageManager: facts.packageManager,
    installed: facts.installs,
    added: plan.added.map((plugin) => pluginDocument(plugin, plan, facts)),
    updated: plan.updated.map((plugin) => pluginDocument(plugin, plan, facts)),
    removed: plan.removed.map(({ name }) => name),
    packages: plan.packages,
    files: plan.files.map((edit) => ({ path: edit.path, change: kindOf(edit), diff: unifiedDiff(edit) })),
    kept: plan.keptConfig === undefined ? [] : [plan.keptConfig],
    warnings: facts.warnings,
    next: facts.next,
  }
}

const pluginDocument = (
  { name, version, manifest }: PluginPackage,
  { after }: ChangePlan,
  { firstParty }: ChangeFacts,
): object => ({
  name,
  version,
  firstParty: firstParty.has(name),
  developmentOnly: manifest.developmentOnly,
  permissions: permissionsOf({ manifest }, after?.plugins[name] ?? {}),
})

const kindOf = ({ before, after }: FileEdit): string =>
  before === undefined ? 'create' : after === undefined ? 'delete' : 'update'
