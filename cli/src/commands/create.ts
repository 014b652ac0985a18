import { inspectTarget } from '../apply/files/target.js'
import { createSite } from '../apply/site/create-site.js'
import { hasSite } from '../apply/site/site-layout.js'
import { loadFirstParty } from '../assets.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { askConfirmation, interrupted } from '../ui/create-questions.js'
import { createDocument, nextSteps, planLines, planWarnings, toLine } from '../ui/create-report.js'
import { createReporter } from '../ui/reporter.js'
import { askAnswers, type CreateFlags, defaultAnswers, isInteractive, makePlan } from './create-input.js'
import { init } from './init.js'

/**
 * Creates a new site: plans, shows the plan, writes the files, installs and verifies the packages. In an existing site and without a folder argument,
 * runs `init` instead.
 */
export async function create(folder: string | undefined, flags: CreateFlags, env: Environment): Promise<CommandResult> {
  const isInit = folder === undefined && (await hasSite(env.cwd))
  refuseFlagOfOtherCommand(flags, isInit)
  if (isInit) return init(flags, env)
  const interactive = isInteractive(flags, env)
  const reporter = createReporter(env, flags.json ? 'silent' : interactive ? 'terminal' : 'plain')
  const release = await loadFirstParty(env.assets)
  reporter.intro(`create-wallet-modal ${release.version}`)
  const answers = interactive ? await askAnswers(folder, flags, env, release) : defaultAnswers(folder, flags)
  const target = await inspectTarget(answers.folder, env.cwd)
  const { plan, repeatCommand, thirdParty } = await makePlan({ flags, answers, target, env, release })
  reporter.box(flags.dryRun ? 'Plan (nothing will be written)' : 'Plan', planLines(plan, target))
  const warnings = planWarnings(plan, thirdParty, release.plugins)
  for (const warning of warnings) reporter.warn(warning)

  const dryRun = flags.dryRun === true
  const outcome = { dryRun, willInstall: flags.install !== false && !dryRun, cwd: env.cwd, repeatCommand, warnings }
  const document = createDocument(plan, target, outcome)
  if (dryRun) {
    reporter.box('This plan as a command', [toLine(repeatCommand)])
    reporter.outro('Nothing was written.')
    return { document }
  }
  if (interactive && !(await askConfirmation(env))) throw interrupted()
  const { signal } = env
  await createSite(plan, target, {
    signal,
    known: release.plugins,
    wantsInstall: outcome.willInstall,
    progress: reporter.progress,
  })
  reporter.box('Next', nextSteps(plan, target, outcome))
  reporter.box('To create the same project again', [toLine(repeatCommand)])
  reporter.outro(`Your site is in ${target.path}`)
  return { document }
}

/**
 * Throws `USAGE` for a flag that does not fit the site: `--template` and `--from` are for new sites, `--framework` and `--src` for existing sites.
 */
function refuseFlagOfOtherCommand({ template, from, framework, src }: CreateFlags, isInit: boolean): void {
  const flagOfNewSites = from !== undefined ? '--from' : template !== undefined ? '--template' : undefined
  if (isInit && flagOfNewSites !== undefined)
    throw new CliError('USAGE', `This folder contains a site, but ${flagOfNewSites} is for new sites.`, {
      advice: `Give the folder of the new site, or omit ${flagOfNewSites} to add the modal to this site.`,
    })
  if (!isInit && src !== undefined)
    throw new CliError('USAGE', '--src is for existing sites: it sets the folder of their source code.', {
      advice: 'Run `npx create-wallet-modal init --src <folder>` in its folder, or omit the flag.',
    })
  if (!isInit && framework !== undefined)
    throw new CliError('USAGE', '--framework is for existing sites.', {
      advice: 'Run `npx create-wallet-modal init --framework <name>` in its folder, or omit the flag.',
    })
}
