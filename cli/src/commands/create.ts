import { createSite } from '../apply/create-site.js'
import { inspectTarget } from '../apply/target.js'
import { loadFirstParty } from '../assets.js'
import type { CommandResult, Environment } from '../environment.js'
import { askToGoOn, interrupted } from '../ui/create-questions.js'
import { createDocument, foreignWarnings, nextSteps, planLines, toLine } from '../ui/create-report.js'
import { createReporter } from '../ui/reporter.js'
import { askAnswers, type CreateFlags, defaultAnswers, isInteractive, makePlan } from './create-input.js'

/** Makes a new site: plan, show, install, write, verify. */
export async function create(folder: string | undefined, flags: CreateFlags, env: Environment): Promise<CommandResult> {
  const interactive = isInteractive(flags, env)
  const reporter = createReporter(env, flags.json ? 'silent' : interactive ? 'terminal' : 'plain')
  const list = await loadFirstParty(env.assets)
  reporter.intro(`create-wallet-modal ${list.version}`)
  const answers = interactive ? await askAnswers(folder, flags, env, list) : defaultAnswers(folder, flags)
  const target = await inspectTarget(answers.folder, env.cwd)
  const { plan, again, foreign } = await makePlan({ flags, answers, target, env, list })
  reporter.box(flags.dryRun ? 'Plan (nothing will be written)' : 'Plan', planLines(plan, target))
  for (const warning of foreignWarnings(foreign)) reporter.warn(warning)

  const dryRun = flags.dryRun === true
  const outcome = { dryRun, installed: flags.install !== false && !dryRun, cwd: env.cwd, again, foreign }
  const document = createDocument(plan, target, outcome)
  if (dryRun) {
    reporter.box('This plan as a command', [toLine(again)])
    reporter.outro('Nothing was written.')
    return { document }
  }
  if (interactive && !(await askToGoOn(env))) throw interrupted()
  const { signal } = env
  await createSite(plan, target, {
    signal,
    known: list.plugins,
    wantsInstall: outcome.installed,
    progress: reporter.progress,
  })
  reporter.box('Next', nextSteps(plan, target, outcome))
  reporter.box('The same project again', [toLine(again)])
  reporter.outro(`Your site is in ${target.path}`)
  return { document }
}
