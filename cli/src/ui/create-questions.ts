import { type CANCEL_SYMBOL, confirm, isCancel, multiselect, select, text } from '@clack/prompts'
import { inspectTarget } from '../apply/files/target.js'
import type { Environment } from '../environment.js'
import { CliError, messageOf } from '../errors.js'
import type { Network } from '../plan/site/network.js'
import { toPrintable } from './printable.js'

/** Answers to the questions of `create`. */
export interface CreateAnswers extends SiteAnswers {
  readonly folder: string
  readonly template: string
}

/** Answers to the questions of `init`, which `create` asks too. */
export interface SiteAnswers {
  readonly networks: readonly string[]
  readonly sandbox: boolean
  readonly projectId: string | undefined
}

/** Answers of `create` that flags give. The command asks for those that are `undefined`. */
export interface CreateFlagValues extends SiteFlagValues {
  readonly folder: string | undefined
  readonly template: string | undefined
}

/** Answers of `init` that flags give. The command asks for those that are `undefined`. */
export interface SiteFlagValues {
  readonly networks: readonly string[] | undefined
  readonly sandbox: boolean | undefined
  readonly projectId: string | undefined
}

export interface CreateDefaults extends SiteDefaults {
  readonly folder: string
  readonly template: string
  readonly knownTemplates: readonly { readonly id: string; readonly title: string }[]
}

export interface SiteDefaults {
  readonly networks: readonly string[]
  readonly knownNetworks: readonly Network[]
}

/** Asks the questions that no flag answers. Throws `INTERRUPTED` if one is cancelled. */
export async function askCreate(
  env: Environment,
  flagValues: CreateFlagValues,
  defaults: CreateDefaults,
): Promise<CreateAnswers> {
  const folder = flagValues.folder ?? (await askFolder(env, defaults.folder))
  await inspectTarget(folder, env.cwd)
  const template = flagValues.template ?? (await askTemplate(env, defaults))
  return { folder, template, ...(await askSite(env, flagValues, defaults)) }
}

/** Asks for the settings of a site's modal. Throws `INTERRUPTED` if a question is cancelled. */
export async function askSite(
  env: Environment,
  flagValues: SiteFlagValues,
  defaults: SiteDefaults,
): Promise<SiteAnswers> {
  const io = { input: env.stdin, output: env.stdout, signal: env.signal }
  const networks = flagValues.networks ?? (await askNetworks(env, defaults))
  const sandbox =
    flagValues.sandbox ??
    answer(
      await confirm({
        ...io,
        message: 'Add the local sandbox: a test chain and a funded test wallet, for development only?',
        initialValue: true,
      }),
    )
  const projectId =
    flagValues.projectId ??
    answer(
      await text({
        ...io,
        message: 'Project id (to pair phones over WalletConnect; leave empty if you have none)',
        defaultValue: '',
        validate: (value) =>
          value && !/^(?:env:)?[\w-]+$/.test(value)
            ? 'Letters, digits, "-" and "_"; or env:NAME for an environment variable.'
            : undefined,
      }),
    )
  return { networks, sandbox, projectId: projectId === '' ? undefined : projectId }
}

async function askFolder(env: Environment, initial: string): Promise<string> {
  for (;;) {
    const folder = answer(
      await text({
        input: env.stdin,
        output: env.stdout,
        signal: env.signal,
        message: 'In which folder should the site be created?',
        placeholder: initial,
        defaultValue: initial,
      }),
    )
    try {
      await inspectTarget(folder, env.cwd)
      return folder
    } catch (error) {
      env.stdout.write(`${toPrintable(messageOf(error))}\n`)
    }
  }
}

const askTemplate = async (env: Environment, { template, knownTemplates }: CreateDefaults): Promise<string> =>
  answer(
    await select({
      input: env.stdin,
      output: env.stdout,
      signal: env.signal,
      message: 'Which framework does the site use?',
      options: knownTemplates.map(({ id, title }) => ({ value: id, label: title, hint: id })),
      initialValue: template,
    }),
  )

async function askNetworks(env: Environment, { networks, knownNetworks }: SiteDefaults): Promise<readonly string[]> {
  const options = knownNetworks.map(({ caipNetworkId, name }) => ({
    value: caipNetworkId,
    label: toPrintable(name),
    hint: caipNetworkId,
  }))
  return answer(
    await multiselect({
      input: env.stdin,
      output: env.stdout,
      signal: env.signal,
      message: 'Which networks does the site use?',
      options,
      initialValues: networks.filter((id) => knownNetworks.some(({ caipNetworkId }) => caipNetworkId === id)),
      maxItems: 10,
      required: true,
    }),
  )
}

/** Asks whether to continue after the plan was shown. */
export const askConfirmation = async (env: Environment, message = 'Create it?'): Promise<boolean> =>
  answer(
    await confirm({
      input: env.stdin,
      output: env.stdout,
      signal: env.signal,
      message,
      initialValue: true,
    }),
  )

/** Error: the user stopped the command. */
export const interrupted = (): CliError => new CliError('INTERRUPTED', 'Stopped. Nothing was written.')

/** Answer to a question. Throws `INTERRUPTED` if it was cancelled. */
export function answer<T>(value: T | typeof CANCEL_SYMBOL): T {
  if (isCancel(value)) throw interrupted()
  return value
}
