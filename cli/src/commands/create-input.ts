import { basename } from 'node:path'
import type { Target } from '../apply/target.js'
import { loadTemplate, templateTitles } from '../assets.js'
import type { Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { type CreatePlan, planCreate } from '../plan/create-plan.js'
import type { FirstParty } from '../plan/first-party.js'
import { type FeatureValues, toList } from '../plan/flags.js'
import { suggest } from '../plan/near.js'
import { defaultNetworks, newSite } from '../plan/new-site.js'
import {
  detectPackageManager,
  isPackageManager,
  type PackageManager,
  packageManagers,
} from '../plan/package-manager.js'
import { askCreate, type CreateAnswers } from '../ui/create-questions.js'

/** The flags of `create`. */
export interface CreateFlags {
  readonly yes?: boolean
  readonly json?: boolean
  readonly dryRun?: boolean
  /** `false` for `--no-install`. */
  readonly install?: boolean
  readonly pm?: string
  readonly template?: string
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

/** Whether questions can be asked. Throws `NO_TTY` where they cannot, and `--yes` does not say that none are wanted. */
export function isInteractive(flags: CreateFlags, env: Environment): boolean {
  if (flags.yes) return false
  if (env.stdin.isTTY && env.stdout.isTTY && !flags.json) return true
  throw new CliError('NO_TTY', flags.json ? '--json asks no questions.' : 'There is no terminal to ask questions in.', {
    advice: 'Add --yes: what is not said by flags then has its default.',
  })
}

/** Asks what flags leave open. */
export const askAnswers = async (
  folder: string | undefined,
  flags: CreateFlags,
  env: Environment,
  list: FirstParty,
): Promise<CreateAnswers> =>
  askCreate(
    env,
    {
      folder,
      template: flags.template,
      networks: listOf(flags.networks),
      sandbox: flags.sandbox,
      projectId: flags.projectId,
    },
    {
      folder: defaultFolder,
      template: defaultTemplate,
      knownTemplates: await templateTitles(env.assets),
      networks: defaultNetworks,
      knownNetworks: list.plugins.flatMap((plugin) => plugin.networks),
    },
  )

/** Takes the default for what flags leave open. */
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
  readonly list: FirstParty
}

/** Plans the site that flags and answers describe. Reads the template and nothing else. */
export async function makePlan({ flags, answers, target, env, list }: PlanInput): Promise<CreatePlan> {
  const folder = basename(target.path)
  const { sandboxUrl, theme, locale, features } = flags
  const { networks, sandbox, projectId } = answers
  const title = checkTitle(flags.name ?? folder)
  const plugins = listOf(flags.plugins)
  const site = newSite({ title, projectId, networks, plugins, sandbox, sandboxUrl, theme, locale, features }, list)
  const template = await loadTemplate(answers.template, env.assets)
  return planCreate({ site, template, packageManager: choosePackageManager(flags, env), list, folder })
}

const listOf = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : toList(text)

function checkTitle(title: string): string {
  const trimmed = title.trim()
  if (trimmed !== '' && trimmed.length <= 200 && !/[\p{Cc}\u2028\u2029]/u.test(trimmed)) return trimmed
  const shown = JSON.stringify(title.slice(0, 100))
  throw new CliError('INVALID_NAME', `The name ${shown} is empty, too long, or has a line end or control character.`, {
    advice: 'Choose a name of one line and at most 200 characters.',
  })
}

function choosePackageManager({ pm }: CreateFlags, env: Environment): PackageManager {
  if (pm === undefined) return detectPackageManager(env.env.npm_config_user_agent)
  if (isPackageManager(pm)) return pm
  const shown = JSON.stringify(pm.slice(0, 50))
  throw new CliError('INVALID_OPTION', `--pm must be one of ${packageManagers.join(', ')}, not ${shown}.`, {
    advice: suggest(pm, packageManagers, 'Package managers'),
  })
}
