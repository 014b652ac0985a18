import { changeSite } from '../apply/changes/change-site.js'
import { healSite } from '../apply/changes/heal-site.js'
import { readSnapshot } from '../apply/files/read-snapshot.js'
import { readSiteState, type SiteState } from '../apply/site/site-state.js'
import { loadFirstParty } from '../assets.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { type ChangePlan, planChange } from '../plan/changes/change-plan.js'
import { type DetectedSite, detectSite } from '../plan/detect/detect.js'
import { mountSteps } from '../plan/files/mount.js'
import { type FirstParty, sandboxName } from '../plan/plugins/first-party.js'
import { loginLines, loginWarnings } from '../plan/plugins/login-features.js'
import { layoutOf } from '../plan/site/layout.js'
import { packagesFor } from '../plan/site/site-kind.js'
import { type SiteManifest, siteManifestFile } from '../plan/site/site-manifest.js'
import { changeLines } from '../ui/change-report.js'
import { askConfirmation, interrupted } from '../ui/create-questions.js'
import { type InitFacts, initDocument, initNext } from '../ui/init-report.js'
import { foundLines, mountLines } from '../ui/mount-report.js'
import { createReporter, type Reporter } from '../ui/reporter.js'
import { siteWarnings } from '../ui/site-warnings.js'
import { type CreateFlags, choosePackageManager, isInteractive } from './create-input.js'
import { initAnswers, newManifest, toFramework, toSourceFolder } from './init-input.js'

const eip155Name = '@wallet-modal/eip155'

/**
 * Adds the modal to an existing site: detects its framework, plans, shows the plan, installs the packages and writes the files. Prints how to add the
 * button, but does not edit the site's code. Throws `SITE_EXISTS` if the site already has a modal.
 */
export async function init(flags: CreateFlags, env: Environment): Promise<CommandResult> {
  const interactive = isInteractive(flags, env)
  const reporter = createReporter(env, flags.json ? 'silent' : interactive ? 'terminal' : 'plain')
  const release = await loadFirstParty(env.assets)
  reporter.intro(`create-wallet-modal ${release.version}`)
  await healSite(env.cwd, { heals: flags.dryRun !== true, warn: reporter.warn })
  const snapshot = await readSnapshot(env.cwd)
  const site = detectSite(snapshot, {
    framework: toFramework(flags.framework),
    sourceFolder: await toSourceFolder(flags.src, env.cwd),
  })
  const state = await readState(site, flags, env)
  for (const note of site.notes) reporter.warn(note)
  reporter.box('Found', foundLines(site, state.manager.name))

  const answers = await initAnswers(flags, env, { release, interactive })
  const manifest = newManifest({ flags, answers, site, snapshot, folder: env.cwd, release })
  const plan = planInit(manifest, { site, state, release })
  const notices = [
    ...loginWarnings(manifest),
    ...siteWarnings(manifest, { plugins: release.plugins, known: release.plugins }),
  ]
  for (const warning of notices) reporter.warn(warning)
  const willInstall = flags.install !== false && flags.dryRun !== true
  const facts: InitFacts = {
    command: 'init',
    dryRun: flags.dryRun === true,
    installs: willInstall,
    packageManager: state.manager.name,
    firstParty: new Set(release.plugins.map(({ name }) => name)),
    warnings: [...site.notes, ...notices],
    lines: loginLines(manifest),
    next: initNext(state.manager.name, {
      willInstall,
      isPage: site.framework === 'html',
      hasWagmi: eip155Name in manifest.plugins && ['wagmi', '@wagmi/core'].some((name) => state.listed.has(name)),
    }),
    site,
    state,
    mount: mountSteps(site, snapshot, sandboxName in manifest.plugins),
  }
  const document = initDocument(plan, facts)
  reporter.box(flags.dryRun ? 'Plan (nothing will be written)' : 'Plan', changeLines(plan, facts))
  if (flags.dryRun) {
    reporter.outro('Nothing was written.')
    return { document }
  }
  if (interactive && !(await askConfirmation(env, 'Do it?'))) throw interrupted()
  await applyPlan(plan, { state, release, env, reporter, willInstall })
  reporter.copy('To show the button', mountLines(facts.mount))
  reporter.box('Then', facts.next)
  reporter.outro('The modal is in this site. `npx create-wallet-modal remove --all` removes it again.')
  return { document }
}

/** Reads the site. Throws `SITE_EXISTS` if it already has a modal. */
async function readState(site: DetectedSite, flags: CreateFlags, env: Environment): Promise<SiteState> {
  const chosen = flags.pm === undefined ? site.packageManager : choosePackageManager(flags, env)
  const state = await readSiteState(env.cwd, { chosen, userAgent: env.env.npm_config_user_agent }, layoutOf(site))
  if (state.manifest === undefined) return state
  throw new CliError('SITE_EXISTS', `This site already has a modal: it contains ${siteManifestFile}.`, {
    advice:
      'Change it with `npx create-wallet-modal add <plugin>`, or edit the file and run `npx create-wallet-modal sync`.',
  })
}

interface PlanInput {
  readonly site: DetectedSite
  readonly state: SiteState
  readonly release: FirstParty
}

function planInit(after: SiteManifest, { site, state, release }: PlanInput): ChangePlan {
  const { files, layout } = state
  const { tested, extra } = packagesFor(site, release.tested)
  return planChange({ before: undefined, after, files, layout, plugins: release.plugins, release, tested, extra })
}

interface ApplyOptions {
  readonly state: SiteState
  readonly release: FirstParty
  readonly env: Environment
  readonly reporter: Reporter
  readonly willInstall: boolean
}

const applyPlan = (plan: ChangePlan, { state, release, env, reporter, willInstall }: ApplyOptions): Promise<void> =>
  changeSite(plan, {
    folder: env.cwd,
    manager: state.manager,
    signal: env.signal,
    known: release.plugins,
    wantsInstall: willInstall,
    progress: reporter.progress,
  })
