import { relative } from 'node:path'
import { changeSite } from '../apply/changes/change-site.js'
import { healSite } from '../apply/changes/heal-site.js'
import { isDirty } from '../apply/git.js'
import type { Archive } from '../apply/packages/fetch-plugin.js'
import { replacedArchives } from '../apply/packages/local-archive.js'
import { isBundlerInstalled } from '../apply/site/build-page.js'
import { noSite } from '../apply/site/site.js'
import { readSitePlugin, readSiteState, type SiteState } from '../apply/site/site-state.js'
import { loadFirstParty } from '../assets.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { checkOptionNeeds } from '../plan/arguments/flags.js'
import { type ChangePlan, planChange } from '../plan/changes/change-plan.js'
import { isPackageManager, type PackageManager, packageManagers } from '../plan/packages/package-manager.js'
import type { FirstParty } from '../plan/plugins/first-party.js'
import { type PluginPackage, parsePluginManifest } from '../plan/plugins/plugin-manifest.js'
import type { SiteManifest } from '../plan/site/site-manifest.js'
import { type ChangeFacts, changeDocument, changeLines } from '../ui/change-report.js'
import { askConfirmation, interrupted } from '../ui/create-questions.js'
import { typedFlag } from '../ui/npm-flags.js'
import { createReporter, type Reporter } from '../ui/reporter.js'
import { siteWarnings } from '../ui/site-warnings.js'

/** The flags of every command that changes a site. */
export interface ChangeFlags {
  readonly yes?: boolean
  readonly json?: boolean
  readonly dryRun?: boolean
  /** `false` for `--no-install`. */
  readonly install?: boolean
  readonly pm?: string
}

/** A site that a command has opened. */
export interface OpenSite {
  readonly env: Environment
  readonly flags: ChangeFlags
  readonly release: FirstParty
  readonly reporter: Reporter
  /** Whether the command may ask questions. */
  readonly interactive: boolean
  readonly state: SiteState
  readonly site: SiteManifest
  /** The site's plugins, read from the installed packages. If a first-party plugin is not installed, its entry in `release` is used. */
  readonly plugins: readonly PluginPackage[]
  /** Plugins whose package cannot be read, with the reason. They can only be removed. */
  readonly unreadable: ReadonlyMap<string, CliError>
}

/**
 * Opens the site of the current folder, and restores the files of a killed run first (not with `--dry-run`). Throws `NO_SITE`, `INVALID_OPTION` for
 * `--pm`, `NO_TTY` if no question can be asked and neither `--yes` nor `--dry-run` is given, or an error of `healSite` or `readSiteState`.
 */
export async function openSite(flags: ChangeFlags, env: Environment): Promise<OpenSite> {
  const interactive = canAsk(flags, env)
  const reporter = createReporter(env, flags.json ? 'silent' : interactive ? 'terminal' : 'plain')
  const release = await loadFirstParty(env.assets)
  const chosen = chosenManager(flags.pm)
  await healSite(env.cwd, { heals: !flags.dryRun, warn: reporter.warn })
  const state = await readSiteState(env.cwd, { chosen, userAgent: env.env.npm_config_user_agent })
  const site = state.manifest
  if (!site) throw noSite(env.cwd)
  return { env, flags, release, reporter, interactive, state, site, ...(await readPlugins(site, env, release)) }
}

/** Like `openSite`, but throws if a plugin of the site cannot be read. */
export async function openReadableSite(flags: ChangeFlags, env: Environment): Promise<OpenSite> {
  const open = await openSite(flags, env)
  for (const error of open.unreadable.values()) throw error
  return open
}

async function readPlugins(
  site: SiteManifest,
  env: Environment,
  release: FirstParty,
): Promise<Pick<OpenSite, 'plugins' | 'unreadable'>> {
  const plugins: PluginPackage[] = []
  const unreadable = new Map<string, CliError>()
  for (const name of Object.keys(site.plugins)) {
    try {
      plugins.push(await readSitePlugin(env.cwd, name, release))
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      unreadable.set(name, error)
    }
  }
  return { plugins, unreadable }
}

/** Placeholder for a plugin whose package cannot be read. Such a plugin can only be removed, which needs only its name. */
function placeholder(name: string): PluginPackage {
  const manifest = parsePluginManifest(name, {
    id: 'unreadable',
    export: 'unreadable',
    title: name,
    description: name,
    kernel: '*',
  })
  return { name, version: '0.0.0', peerDependencies: {}, manifest, networks: [] }
}

function canAsk(flags: ChangeFlags, env: Environment): boolean {
  if (flags.yes || flags.dryRun) return false
  if (env.stdin.isTTY && env.stdout.isTTY && !flags.json) return true
  throw new CliError('NO_TTY', flags.json ? '--json asks no questions.' : 'There is no terminal to ask questions in.', {
    advice: `Add ${typedFlag('--yes', env)} to skip the questions, or ${typedFlag('--dry-run', env)} to see the changes.`,
  })
}

function chosenManager(pm: string | undefined): PackageManager | undefined {
  if (pm === undefined || isPackageManager(pm)) return pm
  throw new CliError(
    'INVALID_OPTION',
    `--pm must be one of ${packageManagers.join(', ')}, not ${JSON.stringify(pm.slice(0, 50))}.`,
  )
}

export interface ChangeRequest extends PlanFacts {
  /** The site after the change; `undefined` removes the modal. */
  readonly after: SiteManifest | undefined
  readonly added?: readonly PluginPackage[]
  /** Plugins that the site keeps, but in another version or from another archive. */
  readonly updated?: readonly PluginPackage[]
}

/** Inputs of `applyPlan` in addition to the plan. */
export interface PlanFacts {
  readonly command: string
  readonly warnings?: readonly string[]
  /** Tarballs to write before the installation. */
  readonly archives?: readonly Archive[]
  /** Next steps for the user, as commands or sentences. */
  readonly next?: (plan: ChangePlan) => readonly string[]
  /** Further lines of the plan for the terminal. */
  readonly lines?: readonly string[]
  /** Further fields of the `--json` document. */
  readonly document?: object
}

/**
 * Plans a change, shows it, asks for confirmation and applies it. Used by `add`, `set` and `remove`. `upgrade` makes its own plan and calls
 * `applyPlan`.
 */
export async function runChange(open: OpenSite, request: ChangeRequest): Promise<CommandResult> {
  const { release, state, site } = open
  for (const [name, error] of open.unreadable) if (request.after && name in request.after.plugins) throw error
  if (request.after) checkOptionNeeds(request.after, site, state.files.get(state.layout.configFile))
  const { added = [], updated = [] } = request
  const plugins = [...open.plugins, ...[...open.unreadable.keys()].map(placeholder), ...added]
  const plan = planChange({
    before: site,
    after: request.after,
    files: state.files,
    layout: state.layout,
    plugins,
    updated,
    release,
    kernelVersion: state.kernelVersion,
  })
  const missing = request.after ? siteWarnings(request.after, { before: site, plugins, known: release.plugins }) : []
  return applyPlan(open, { ...request, warnings: [...(request.warnings ?? []), ...missing] }, plan)
}

/** Shows a plan, asks for confirmation, and applies it. */
export async function applyPlan(open: OpenSite, request: PlanFacts, plan: ChangePlan): Promise<CommandResult> {
  const { env, flags, release, reporter, state } = open
  const facts = await factsOf(open, request, plan)
  if (plan.files.length === 0) {
    reporter.outro('Nothing to change: all files are already as requested.')
    return { document: changeDocument(plan, facts) }
  }
  reporter.box(facts.dryRun ? 'Plan (nothing will be written)' : 'Plan', changeLines(plan, facts))
  for (const warning of facts.warnings) reporter.warn(warning)
  if (facts.dryRun) {
    reporter.outro('Nothing was written.')
    return { document: changeDocument(plan, facts) }
  }
  if (open.interactive && !(await askConfirmation(env, 'Change it?'))) throw interrupted()
  await changeSite(plan, {
    folder: env.cwd,
    manager: state.manager,
    signal: env.signal,
    known: release.plugins,
    archives: request.archives ?? [],
    wantsInstall: flags.install !== false,
    progress: reporter.progress,
  })
  if (facts.next.length > 0) reporter.box('Next', facts.next)
  reporter.outro('Done.')
  return { document: changeDocument(plan, facts) }
}

async function factsOf(
  open: OpenSite,
  { command, warnings = [], next, lines, document }: PlanFacts,
  plan: ChangePlan,
): Promise<ChangeFacts> {
  const { env, flags, release, state } = open
  const dryRun = flags.dryRun === true
  const packages = plan.packages.length > 0
  const dirty = plan.files.length > 0 && (await isDirty(env.cwd, env.signal))
  const { name, warning } = state.manager
  return {
    command,
    dryRun,
    ...(lines ? { lines } : {}),
    ...(document ? { document } : {}),
    installs: packages && flags.install !== false && !dryRun,
    packageManager: name,
    firstParty: new Set(release.plugins.map((plugin) => plugin.name)),
    warnings: [
      ...warnings,
      ...(warning !== undefined && packages ? [warning] : []),
      ...(dirty
        ? [
            'This folder has uncommitted changes. Commit them first, so that you can review the changes of this command.',
          ]
        : []),
    ],
    next: [
      ...(flags.install === false ? await installSteps(open, plan) : []),
      ...(next?.(plan) ?? []),
      ...(await archiveSteps(env.cwd, plan)),
    ],
  }
}

/**
 * Next steps about archives of local plugins that the site no longer installs. This tool does not delete archives outside the site's folder, because
 * other sites may use them.
 */
const archiveSteps = async (folder: string, { packages }: ChangePlan): Promise<readonly string[]> =>
  (await replacedArchives(folder, packages)).flatMap(({ file, isInside }) =>
    isInside ? [] : [`Delete ${relative(folder, file)} if no other site installs it.`],
  )

/** Steps for the user if `--no-install` is given: the installation, and the build of a page without a bundler. */
async function installSteps(
  { env, state }: OpenSite,
  { after, layout, packages }: ChangePlan,
): Promise<readonly string[]> {
  const install = packages.length > 0 ? [`${state.manager.name} install`] : []
  if (after === undefined || layout.framework !== 'html') return install
  if (packages.length === 0 && (await isBundlerInstalled(env.cwd))) return []
  return [`${state.manager.name} install`, 'npx create-wallet-modal sync']
}
