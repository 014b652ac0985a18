import { Command, Option } from 'commander'
import { create } from './commands/create.js'
import { dev } from './commands/dev.js'
import { doctor } from './commands/doctor.js'
import { sync } from './commands/sync.js'
import type { CommandResult, Environment } from './environment.js'
import { exitCodeHelp } from './exit-codes.js'
import { type Feature, features, flagOf } from './plan/features.js'
import type { FirstParty } from './plan/first-party.js'
import { type FeatureValues, isAvailable } from './plan/flags.js'
import { packageManagers } from './plan/package-manager.js'

/** Flags that every command has. */
export interface CommonFlags {
  readonly cwd?: string
  readonly json?: boolean
  readonly debug?: boolean
}

export interface ProgramInput {
  readonly name: string
  /** `create` when no command is named: the way of `npm create`. Inside a site that would be a surprise. */
  readonly createsByDefault: boolean
  readonly list: FirstParty
  /** The names of the site templates. */
  readonly templates: readonly string[]
  /** The environment of a command, made of its common flags. */
  readonly environment: (flags: CommonFlags) => Environment
  readonly onResult: (result: CommandResult, flags: CommonFlags) => void
}

/** The command line: names, flags and help. What the commands do is in `commands/`. */
export function createProgram(input: ProgramInput): Command {
  const { name, list } = input
  const program = new Command(name)
    .description('Adds a wallet modal to a site, plugin by plugin.')
    .version(list.version)
    .exitOverride()
    .addHelpText('after', `\n${exitCodeHelp()}`)
  addCreate(program, input)
  addSync(program, input)
  addDev(program, input)
  addDoctor(program, input)
  return program
}

function addCreate(program: Command, input: ProgramInput): void {
  const command = program
    .command('create', { isDefault: input.createsByDefault })
    .argument('[dir]', 'the folder of the new site; it must not exist, or be empty')
    .description('make a new site')
    .option('-y, --yes', 'ask nothing: what is not said by flags has its default')
    .option('--dry-run', 'show the plan and write nothing')
    .option('--no-install', 'do not install packages; works offline')
    .option('--pm <name>', `package manager: ${packageManagers.join(', ')}`)
    .option('--template <name>', `what the site is made with: ${input.templates.join(', ')} (default: vite-react)`)
    .option('--name <text>', "the site's name, as visitors see it")
    .option(
      '--project-id <id>',
      'project id, or env:NAME to read it from the environment at build time; pairing with phones needs one',
    )
    .option('--networks <ids>', 'CAIP-2 ids: eip155:1,eip155:8453')
    .option('--plugins <names>', `plugins: ${pluginIds(input.list)}`)
    .addOption(new Option('--sandbox', 'add the local sandbox (the default)'))
    .option('--no-sandbox', 'leave the local sandbox out')
    .option('--sandbox-url <url>', 'where the sandbox listens on this machine')
    .option('--theme <mode>', 'auto, light, dark')
    .option('--locale <tag>', 'language of the modal, as in en or pt-BR')
  for (const feature of features) addFeature(command, feature, isAvailable(feature, input.list))
  addCommon(command).action(async (folder: string | undefined, flags: CommonFlags & FeatureValues) => {
    input.onResult(await create(folder, { ...flags, features: featureValues(flags) }, input.environment(flags)), flags)
  })
}

const pluginIds = ({ plugins }: FirstParty): string => plugins.map(({ manifest }) => manifest.id).join(', ')

/** Features of plugins that are not part of this release are known, so that they can be refused in words, but not offered. */
function addFeature(command: Command, { name, kind, choices, off, help }: Feature, available: boolean): void {
  const flag = `--${flagOf(name)}`
  const value = {
    listed: '',
    switch: '',
    choice: ` <${choices?.join('|')}>`,
    list: ' <a,b>',
    url: ' <url>',
    pairs: ' <pairs>',
  }[kind]
  const negatable = kind === 'listed' || kind === 'switch' || off !== undefined
  command.addOption(new Option(`${flag}${value}`, help).hideHelp(!available))
  if (negatable) command.addOption(new Option(`--no-${flagOf(name)}`, `not: ${help}`).hideHelp(!available))
}

const featureValues = (flags: FeatureValues): FeatureValues =>
  Object.fromEntries(features.map(({ name }) => [name, flags[name]]))

function addSync(program: Command, input: ProgramInput): void {
  const command = program
    .command('sync')
    .description('bring src/wallet-modal.generated.ts up to date with wallet-modal.json')
    .option('--check', 'write nothing; exit code 1 when it is not up to date')
    .option('--force', 'overwrite a file that was edited by hand')
  addCommon(command).action(async (flags: CommonFlags) =>
    input.onResult(await sync(flags, input.environment(flags)), flags),
  )
}

function addDev(program: Command, input: ProgramInput): void {
  const command = program
    .command('dev')
    .description("run the sandbox and the site's dev server together")
    .option('--port <port>', "the site's port (default: 5173)")
    .option('--host <host>', 'the address to listen on (default: 127.0.0.1)')
    .option('--no-sandbox', 'leave the sandbox out')
  addCommon(command).action(async (flags: CommonFlags) =>
    input.onResult(await dev(flags, input.environment(flags)), flags),
  )
}

function addDoctor(program: Command, input: ProgramInput): void {
  const command = program
    .command('doctor')
    .description('look for what keeps the modal from working')
    .option('--build <folder>', 'the production build to look into (default: dist)')
  addCommon(command).action(async (flags: CommonFlags) =>
    input.onResult(await doctor(flags, input.environment(flags)), flags),
  )
}

const addCommon = (command: Command): Command =>
  command
    .option('--cwd <folder>', 'work in this folder')
    .option('--json', 'print one JSON document and nothing else')
    .option('--debug', 'print where an error comes from')
