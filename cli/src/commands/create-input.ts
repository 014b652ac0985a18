import { basename } from 'node:path'
import { readFrom } from '../apply/files/read-from.js'
import type { Target } from '../apply/files/target.js'
import type { FetchedPlugin } from '../apply/packages/fetch-plugin.js'
import { findWorkspace } from '../apply/packages/site-manager.js'
import { loadTemplate, templateTitles } from '../assets.js'
import type { Environment } from '../environment.js'
import { asSiteErrors, CliError } from '../errors.js'
import { checkOptionNeeds, toList } from '../plan/arguments/flags.js'
import { suggest } from '../plan/arguments/similar-names.js'
import { createCommand, createFromCommand } from '../plan/changes/create-command.js'
import { type CreatePlan, planCreate } from '../plan/changes/create-plan.js'
import { detectSite } from '../plan/detect/detect.js'
import type { Template } from '../plan/files/template.js'
import {
  detectPackageManager,
  isPackageManager,
  type PackageManager,
  packageManagers,
} from '../plan/packages/package-manager.js'
import { checkPrograms, wordsOf } from '../plan/packages/programs.js'
import type { FeatureValues } from '../plan/plugins/features.js'
import { flagOf } from '../plan/plugins/features.js'
import type { FirstParty } from '../plan/plugins/first-party.js'
import { defaultNetworks, newSite } from '../plan/site/new-site.js'
import { checkForeignVariable, checkVariable } from '../plan/site/project-id-variable.js'
import { askCreate, type CreateAnswers } from '../ui/create-questions.js'
import { typedFlag } from '../ui/npm-flags.js'

export interface CreateFlags {
  readonly yes?: boolean
  readonly json?: boolean
  readonly dryRun?: boolean
  /** `false` for `--no-install`. */
  readonly install?: boolean
  readonly pm?: string
  /** A wallet-modal.json for the new site: an https URL or a file. */
  readonly from?: string
  readonly template?: string
  /** Framework of an existing site. */
  readonly framework?: string
  /** Source folder of an existing site. */
  readonly src?: string
  readonly name?: string
  readonly projectId?: string
  readonly networks?: string
  readonly plugins?: string
  readonly sandbox?: boolean
  readonly sandboxUrl?: string
  readonly theme?: string
  readonly locale?: string
  readonly features: FeatureValues
}

const defaultFolder = 'my-site'
const defaultTemplate = 'vite-react'

/**
 * Whether the command asks questions. Returns `false` with `--yes`. If no question is possible (no terminal, or `--json`), returns `false` with
 * `--dry-run`, and throws `NO_TTY` without it.
 */
export function isInteractive(flags: Pick<CreateFlags, 'yes' | 'json' | 'dryRun'>, env: Environment): boolean {
  if (flags.yes) return false
  if (env.stdin.isTTY && env.stdout.isTTY && !flags.json) return true
  if (flags.dryRun) return false
  throw new CliError('NO_TTY', flags.json ? '--json asks no questions.' : 'There is no terminal to ask questions in.', {
    advice: `Add ${typedFlag('--yes', env)} to use the defaults for all settings without a flag, or ${typedFlag('--dry-run', env)} to see the plan.`,
  })
}

/**
 * Asks for the settings that no flag sets. With `--from`, asks only for the folder, because the file contains the other settings. The template is
 * then `--template` or the default.
 */
export const askAnswers = async (
  folder: string | undefined,
  flags: CreateFlags,
  env: Environment,
  release: FirstParty,
): Promise<CreateAnswers> =>
  askCreate(
    env,
    flags.from === undefined
      ? {
          folder,
          template: flags.template,
          networks: listOf(flags.networks),
          sandbox: flags.sandbox,
          projectId: flags.projectId,
        }
      : { folder, template: flags.template ?? defaultTemplate, networks: [], sandbox: true, projectId: '' },
    {
      folder: defaultFolder,
      template: defaultTemplate,
      knownTemplates: await templateTitles(env.assets),
      networks: defaultNetworks,
      knownNetworks: release.plugins.flatMap((plugin) => plugin.networks),
    },
  )

/** Uses the defaults for settings that no flag sets. */
export const defaultAnswers = (folder: string | undefined, flags: CreateFlags): CreateAnswers => ({
  folder: folder ?? defaultFolder,
  template: flags.template ?? defaultTemplate,
  networks: listOf(flags.networks) ?? defaultNetworks,
  sandbox: flags.sandbox ?? true,
  projectId: flags.projectId,
})

export interface PlanInput {
  readonly flags: CreateFlags
  readonly answers: CreateAnswers
  readonly target: Target
  readonly env: Environment
  readonly release: FirstParty
}

/** Plan of `create`, with the command and the plugins that are shown to the user. */
export interface PlannedCreate {
  readonly plan: CreatePlan
  /** Words of the command that creates the same project, beginning with `npx`. */
  readonly repeatCommand: readonly string[]
  /** Third-party plugins in the file of `--from`. */
  readonly thirdParty: readonly FetchedPlugin[]
}

/** Plans the site that flags and answers describe. Reads the template, and with `--from` the file and the plugins in it. */
export async function makePlan(input: PlanInput): Promise<PlannedCreate> {
  const { flags, answers, target, env, release } = input
  const template = await loadTemplate(answers.template, env.assets)
  const folder = basename(target.path)
  const packageManager = choosePackageManager(flags, env)
  const inWorkspace = (await findWorkspace(target.path)) !== undefined
  const base = { template, packageManager, release, folder, inWorkspace }
  const templateFlag = template.id === defaultTemplate ? undefined : template.id
  const command = { folder: answers.folder, template: templateFlag, packageManager, release }
  if (flags.from !== undefined) {
    refuseFlagsWithFrom(flags)
    const { site, text, thirdParty } = await readFrom(flags.from, { env, release })
    asSiteErrors(() => checkOptionNeeds(site))
    for (const { plugin, programs } of thirdParty) checkPrograms(plugin.name, programs, toolsOf(template))
    const plan = planCreate({ ...base, site, manifestText: text, thirdParty: thirdParty.map(({ plugin }) => plugin) })
    asSiteErrors(() => checkVariable(plan.site, detectSite(plan.files), plan.files))
    asSiteErrors(() => checkForeignVariable(site))
    return { plan, thirdParty, repeatCommand: createFromCommand({ ...command, from: flags.from }) }
  }
  const { sandboxUrl, theme, locale, features } = flags
  const { networks, sandbox, projectId } = answers
  const title = checkTitle(flags.name ?? folder)
  const plugins = listOf(flags.plugins)
  const templatePlugins = template.spec.plugins
  const choices = { title, projectId, networks, plugins, sandbox, sandboxUrl, theme, locale, features, templatePlugins }
  const plan = planCreate({ ...base, site: newSite(choices, release) })
  checkVariable(plan.site, detectSite(plan.files), plan.files)
  return { plan, thirdParty: [], repeatCommand: createCommand({ ...command, folderName: folder, choices }) }
}

/** Names of the programs that a site of this template uses: words of its package scripts, and its packages. */
const toolsOf = ({ spec }: Template): ReadonlySet<string> =>
  new Set([...wordsOf(spec.scripts), ...Object.keys(spec.dependencies), ...Object.keys(spec.devDependencies)])

/** Flags that cannot be combined with `--from`, because the file contains these settings. All flags in `features` are refused too. */
const flagsSetByFile = ['name', 'projectId', 'networks', 'plugins', 'sandbox', 'sandboxUrl', 'theme', 'locale'] as const

function refuseFlagsWithFrom(flags: CreateFlags): void {
  const values: Readonly<Record<string, unknown>> = {
    ...flags.features,
    ...Object.fromEntries(flagsSetByFile.map((name) => [name, flags[name]])),
  }
  const usedFlags = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `--${value === false ? 'no-' : ''}${flagOf(name)}`)
  if (usedFlags.length === 0) return
  throw new CliError('USAGE', `--from takes the site from a file, so ${usedFlags.join(', ')} cannot be used with it.`, {
    advice: 'Omit these flags, and change the site afterwards: npx create-wallet-modal set, add, remove.',
  })
}

const listOf = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : toList(text)

/** Validates the site name that visitors see, and removes surrounding white space. Throws `INVALID_NAME`. */
export function checkTitle(title: string): string {
  const trimmed = title.trim()
  if (trimmed !== '' && trimmed.length <= 200 && !/[\p{Cc}\u2028\u2029]/u.test(trimmed)) return trimmed
  const shown = JSON.stringify(title.slice(0, 100))
  throw new CliError('INVALID_NAME', `The name ${shown} is empty, too long, or has a line end or control character.`, {
    advice: 'Choose a name of one line and at most 200 characters.',
  })
}

/** Package manager given by `--pm`, else the package manager that runs this process. Throws `INVALID_OPTION`. */
export function choosePackageManager({ pm }: Pick<CreateFlags, 'pm'>, env: Environment): PackageManager {
  if (pm === undefined) return detectPackageManager(env.env.npm_config_user_agent)
  if (isPackageManager(pm)) return pm
  const shown = JSON.stringify(pm.slice(0, 50))
  throw new CliError('INVALID_OPTION', `--pm must be one of ${packageManagers.join(', ')}, not ${shown}.`, {
    advice: suggest(pm, packageManagers, 'Package managers'),
  })
}
