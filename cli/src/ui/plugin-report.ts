import { relative } from 'node:path'
import type { Target } from '../apply/files/target.js'
import type { PluginPlan } from '../plan/changes/plugin-plan.js'
import { newFiles } from '../plan/files/virtual-tree.js'
import { runScript } from '../plan/packages/package-manager.js'
import type { MakeOutcome } from './create-report.js'
import { quoteWord } from './printable.js'

/** Report of the plan of a new plugin: folder, packages and files. */
export function pluginPlanLines(
  { kind, names, packageManager, devDependencies, files }: PluginPlan,
  target: Target,
): readonly string[] {
  const changes = newFiles(files)
  return [
    `Folder     ${target.path}`,
    `Package    ${names.packageName}`,
    `Kind       ${kind}`,
    `Packages   ${Object.keys(devDependencies).length} for development, exact versions, by ${packageManager}`,
    `Files      ${changes.length}, ${Math.ceil(changes.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)} kB`,
  ]
}

/** Next steps for the user, as commands. */
export const pluginNextSteps = (
  { packageManager }: PluginPlan,
  target: Target,
  { willInstall, cwd }: MakeOutcome,
): readonly string[] => [
  `cd ${quoteWord(relative(cwd, target.path) || '.')}`,
  ...(willInstall ? [] : [`${packageManager} install`]),
  runScript(packageManager, 'test'),
  runScript(packageManager, 'dev'),
]

/** The report as the document of `--json`. */
export const pluginDocument = (plan: PluginPlan, target: Target, outcome: MakeOutcome): object => ({
  ok: true,
  command: 'plugin',
  dryRun: outcome.dryRun,
  path: target.path,
  kind: plan.kind,
  package: plan.names.packageName,
  packageManager: plan.packageManager,
  installed: outcome.willInstall,
  devDependencies: plan.devDependencies,
  files: newFiles(plan.files),
  next: pluginNextSteps(plan, target, outcome),
})
