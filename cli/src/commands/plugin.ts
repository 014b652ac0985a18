import { createFolder } from '../apply/files/create-folder.js'
import { inspectTarget } from '../apply/files/target.js'
import { installWithProgress } from '../apply/packages/install.js'
import { loadFirstParty, loadPluginTemplates } from '../assets.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { suggest } from '../plan/arguments/similar-names.js'
import { planPlugin } from '../plan/changes/plugin-plan.js'
import { namePlugin, type PluginKind, pluginKinds } from '../plan/plugins/plugin-name.js'
import { askConfirmation, interrupted } from '../ui/create-questions.js'
import { askKind } from '../ui/plugin-questions.js'
import { pluginDocument, pluginNextSteps, pluginPlanLines } from '../ui/plugin-report.js'
import { createReporter } from '../ui/reporter.js'
import { choosePackageManager, isInteractive } from './create-input.js'

export interface PluginFlags {
  readonly kind?: string
  readonly scope?: string
  readonly dir?: string
  readonly yes?: boolean
  readonly dryRun?: boolean
  /** `false` for `--no-install`. */
  readonly install?: boolean
  readonly pm?: string
  readonly json?: boolean
}

/** Creates a publishable plugin package: plans, shows the plan, writes the files and installs the packages. */
export async function plugin(name: string, flags: PluginFlags, env: Environment): Promise<CommandResult> {
  const interactive = isInteractive(flags, env)
  const reporter = createReporter(env, flags.json ? 'silent' : interactive ? 'terminal' : 'plain')
  const release = await loadFirstParty(env.assets)
  reporter.intro(`create-wallet-modal ${release.version}`)
  const kind = kindOf(flags.kind) ?? (interactive ? await askKind(env) : 'feature')
  const names = namePlugin(name, flags.scope, kind)
  const target = await inspectTarget(flags.dir ?? `wallet-modal-plugin-${names.id}`, env.cwd)
  const packageManager = choosePackageManager(flags, env)
  const templates = await loadPluginTemplates(kind, env.assets)
  const plan = planPlugin({ kind, names, templates, packageManager, release })
  reporter.box(flags.dryRun ? 'Plan (nothing will be written)' : 'Plan', pluginPlanLines(plan, target))

  const dryRun = flags.dryRun === true
  const outcome = { dryRun, willInstall: flags.install !== false && !dryRun, cwd: env.cwd }
  const document = pluginDocument(plan, target, outcome)
  if (dryRun) {
    reporter.outro('Nothing was written.')
    return { document }
  }
  if (interactive && !(await askConfirmation(env))) throw interrupted()
  const { signal } = env
  await createFolder(plan.files, target, signal, async (folder) => {
    if (outcome.willInstall) await installWithProgress(reporter.progress, { packageManager, folder, signal })
  })
  reporter.box('Next', pluginNextSteps(plan, target, outcome))
  reporter.outro(`Your plugin is in ${target.path}`)
  return { document }
}

function kindOf(text: string | undefined): PluginKind | undefined {
  const kind = pluginKinds.find((one) => one === text)
  if (kind !== undefined || text === undefined) return kind
  const shown = JSON.stringify(text.slice(0, 50))
  throw new CliError('INVALID_OPTION', `--kind must be one of ${pluginKinds.join(', ')}, not ${shown}.`, {
    advice: suggest(text, pluginKinds, 'Kinds'),
  })
}
