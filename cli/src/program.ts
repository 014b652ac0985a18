import { Command, Option } from 'commander'
import type { PluginFlags } from './commands/plugin.js'
import type { TextsFlags } from './commands/texts.js'
import type { CommandResult, Environment } from './environment.js'
import { CliError } from './errors.js'
import { exitCodeHelp } from './exit-codes.js'
import { shells } from './plan/arguments/completion.js'
import { isAvailable } from './plan/arguments/flags.js'
import { frameworks } from './plan/detect/framework.js'
import { packageManagers } from './plan/packages/package-manager.js'
import type { FeatureValues } from './plan/plugins/features.js'
import { type Feature, features, flagOf } from './plan/plugins/features.js'
import type { FirstParty } from './plan/plugins/first-party.js'
import { pluginKinds } from './plan/plugins/plugin-name.js'

/** Flags of every command. */
export interface CommonFlags {
  readonly cwd?: string
  readonly json?: boolean
  readonly debug?: boolean
}

export interface ProgramInput {
  readonly name: string
  /** Whether `create` is the default command, as for `npm create`. In the folder of a site, common flags alone show the menu or help instead. */
  readonly createsByDefault: boolean
  readonly release: FirstParty
  /** The names of the site templates. */
  readonly templates: readonly string[]
  /** Environment of a command, from its common flags. */
  readonly environment: (flags: CommonFlags) => Environment
  readonly onResult: (result: CommandResult, flags: CommonFlags) => void
}

/** Creates the command line: names, flags and help. The commands are in `commands/`. `args` are the arguments that will be parsed. */
export function createProgram(input: ProgramInput, args: readonly string[] = []): Command {
  const { name, release } = input
  const program = new Command(name)
    .description('Adds a wallet modal to a site, plugin by plugin.')
    .version(release.version)
    .exitOverride()
    .addHelpText('after', `\n${exitCodeHelp()}`)
  addCreate(program, input)
  addInit(program, input)
  addChanges(program, input)
  addList(program, input)
  addSync(program, input)
  addDev(program, input)
  addDoctor(program, input)
  addPlugin(program, input)
  addTexts(program, input)
  addUpgrade(program, input)
  addCompletion(program, input)
  for (const command of program.commands) refuseFlagsAsValues(command, args)
  return program
}

/**
 * Makes each option of a command throw `USAGE` if its value is a flag. The parser takes any word as the value, so `--name --dry-run` would create a
 * site that is named `--dry-run`. Such a value must be written as `--name=--dry-run`.
 */
function refuseFlagsAsValues(command: Command, args: readonly string[]): void {
  const isFlag = (value: string): boolean =>
    value.startsWith('--') || command.options.some(({ short }) => short === value)
  for (const option of command.options.filter(({ required, optional }) => required || optional)) {
    const parse = option.parseArg
    option.argParser((value, before: unknown) => {
      if (!isFlag(value) || args.includes(`${option.long}=${value}`)) return parse ? parse(value, before) : value
      throw new CliError('USAGE', `${option.long} needs a value, but the flag "${value}" follows it.`, {
        advice: `Write it as in "${option.flags}", or "${option.long}=${value}" if that is the intended value.`,
      })
    })
  }
}

function addCreate(program: Command, input: ProgramInput): void {
  const command = program
    .command('create', { isDefault: input.createsByDefault })
    .argument('[dir]', 'the folder of the new site: a new folder, or an empty one')
    .description('create a new site; without a folder argument in an existing site, the same as init')
    .option('--from <url|file>', 'create the site from a wallet-modal.json: an https URL or a file')
    .option('--template <name>', `template of the site: ${input.templates.join(', ')} (default: vite-react)`)
  addChoices(command, input).action(async (folder: string | undefined, flags: CommonFlags & FeatureValues) => {
    const { create } = await import('./commands/create.js')
    input.onResult(await create(folder, { ...flags, features: featureValues(flags) }, input.environment(flags)), flags)
  })
}

function addInit(program: Command, input: ProgramInput): void {
  const command = program.command('init').description('add the modal to the site in this folder')
  addChoices(command, input).action(async (flags: CommonFlags & FeatureValues) => {
    const { init } = await import('./commands/init.js')
    input.onResult(await init({ ...flags, features: featureValues(flags) }, input.environment(flags)), flags)
  })
}

/** Flags of commands that create a modal. */
function addChoices(command: Command, input: ProgramInput): Command {
  command
    .option('-y, --yes', 'ask no questions; use defaults for everything that flags do not set')
    .option('--dry-run', 'show the plan and write nothing')
    .option('--no-install', 'do not install packages; works offline')
    .option('--pm <name>', `package manager: ${packageManagers.join(', ')}`)
    .option('--framework <name>', `framework of an existing site: ${frameworks.join(', ')}; default: detected`)
    .option(
      '--src <folder>',
      "folder with the code of an existing site, such as app; default: from the framework's configuration",
    )
    .option('--name <text>', "the site's name, as visitors see it")
    .option(
      '--project-id <id>',
      'project id, or env:NAME for an environment variable at build time, such as env:VITE_WC_ID; pairing with phones needs one',
    )
    .option('--networks <ids>', 'CAIP-2 ids: eip155:1,eip155:8453', join)
    .option('--plugins <names>', `plugins: ${pluginIds(input.release)}`, join)
    .addOption(new Option('--sandbox', 'add the local sandbox (the default)'))
    .option('--no-sandbox', 'leave the local sandbox out')
    .option('--sandbox-url <url>', 'URL of the sandbox on this machine')
    .option('--theme <mode>', 'auto, light, dark')
    .option('--locale <tag>', 'language of the modal, as in en or pt-BR')
  for (const feature of features) addFeature(command, feature, isAvailable(feature, input.release))
  return addCommon(command)
}

const pluginIds = ({ plugins }: FirstParty): string => plugins.map(({ manifest }) => manifest.id).join(', ')

/** Adds the flag of a feature. If the release lacks the plugin or the option of the feature, `--help` hides the flag, and enabling it is an error. */
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
  const option = new Option(`${flag}${value}`, help).hideHelp(!available)
  command.addOption(kind === 'list' || kind === 'pairs' ? option.argParser(join) : option)
  if (negatable) command.addOption(new Option(`--no-${flagOf(name)}`, `turn off: ${help}`).hideHelp(!available))
}

const featureValues = (flags: FeatureValues): FeatureValues =>
  Object.fromEntries(features.map(({ name }) => [name, flags[name]]))

function addChanges(program: Command, input: ProgramInput): void {
  const onAdd = program
    .command('add')
    .argument('[plugins...]', `plugins of this release (${pluginIds(input.release)}), or third-party packages`)
    .description('add plugins to the site')
    .option('--set <plugin.option=value>', 'set an option of an added plugin; can be repeated', collect, [])
  addChange(onAdd).action(async (names: readonly string[], flags: CommonFlags) => {
    const { add } = await import('./commands/add.js')
    input.onResult(await add(names, flags, input.environment(flags)), flags)
  })
  const onRemove = program
    .command('remove')
    .argument('[plugins...]', 'plugins of the site')
    .description('remove plugins from the site')
    .option('--all', 'remove the modal with its packages and files')
  addChange(onRemove).action(async (names: readonly string[], flags: CommonFlags) => {
    const { remove } = await import('./commands/remove.js')
    input.onResult(await remove(names, flags, input.environment(flags)), flags)
  })
  const onSet = program
    .command('set')
    .argument('[assignments...]', '<plugin>.<option>=<value>, or a field such as theme=dark; an empty value removes it')
    .description('set options of plugins and fields of wallet-modal.json')
  addChange(onSet).action(async (assignments: readonly string[], flags: CommonFlags) => {
    const { set } = await import('./commands/set.js')
    input.onResult(await set(assignments, flags, input.environment(flags)), flags)
  })
}

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

/** Joins the values of a list flag that is given several times. */
const join = (value: string, before: unknown): string => (typeof before === 'string' ? `${before},${value}` : value)

const addChange = (command: Command): Command =>
  addCommon(
    command
      .option('-y, --yes', 'continue without asking')
      .option('--dry-run', 'show what would change and write nothing')
      .option('--no-install', 'do not install packages')
      .option('--pm <name>', `package manager: ${packageManagers.join(', ')} (default: the one of the site)`),
  )

function addList(program: Command, input: ProgramInput): void {
  const command = program.command('list').description('list the plugins of the site and those that can be added')
  addCommon(command).action(async (flags: CommonFlags) => {
    const { listPlugins } = await import('./commands/list.js')
    input.onResult(await listPlugins(flags, input.environment(flags)), flags)
  })
}

function addSync(program: Command, input: ProgramInput): void {
  const command = program
    .command('sync')
    .description('update the generated file (wallet-modal.generated.ts or .js) from wallet-modal.json')
    .option('--check', 'write nothing; exit code 1 if it is out of date')
    .option('--force', 'overwrite a file that was edited by hand')
  addCommon(command).action(async (flags: CommonFlags) => {
    const { sync } = await import('./commands/sync.js')
    input.onResult(await sync(flags, input.environment(flags)), flags)
  })
}

function addDev(program: Command, input: ProgramInput): void {
  const command = program
    .command('dev')
    .description("run the sandbox and the site's dev server together")
    .option('--port <port>', "the site's port (default: that of its dev server)")
    .option('--host <host>', 'the address to listen on (default: that of the dev script, else 127.0.0.1)')
    .option('--no-sandbox', 'leave the sandbox out')
  addCommon(command).action(async (flags: CommonFlags) => {
    const { dev } = await import('./commands/dev.js')
    input.onResult(await dev(flags, input.environment(flags)), flags)
  })
}

function addDoctor(program: Command, input: ProgramInput): void {
  const command = program
    .command('doctor')
    .description('check the site for problems')
    .option('--build <folder>', 'folder of the production build (default: the output folder of the framework)')
    .option('--csp [url|file]', 'print the policy that the site needs, or check the policy of a page')
    .option('--online', 'check that the services and nodes of the site respond')
  addCommon(command).action(async (flags: CommonFlags) => {
    const { doctor } = await import('./commands/doctor.js')
    input.onResult(await doctor(flags, input.environment(flags)), flags)
  })
}

function addTexts(program: Command, input: ProgramInput): void {
  const command = program
    .command('texts')
    .description('write a file with the English texts of the modal, as the start of a translation')
    .requiredOption('--locale <tag>', 'the language of the translation, as in fr or pt-BR')
    .option('--print', 'print the file and write nothing')
  addCommon(command).action(async (flags: CommonFlags & TextsFlags) => {
    const { texts } = await import('./commands/texts.js')
    input.onResult(await texts(flags, input.environment(flags)), flags)
  })
}

function addUpgrade(program: Command, input: ProgramInput): void {
  const command = program
    .command('upgrade')
    .description('update all wallet-modal packages to another release, and show its changes')
    .option('--to <version>', 'the release (default: the newest)')
  addChange(command).action(async (flags: CommonFlags) => {
    const { upgrade } = await import('./commands/upgrade.js')
    input.onResult(await upgrade(flags, input.environment(flags)), flags)
  })
}

function addCompletion(program: Command, input: ProgramInput): void {
  const command = program
    .command('completion')
    .argument('<shell>', shells.join(', '))
    .description('print a script that completes commands and flags in a shell')
  addCommon(command).action(async (shell: string, flags: CommonFlags) => {
    const { completion } = await import('./commands/completion.js')
    const context = { program, release: input.release, json: flags.json === true }
    input.onResult(await completion(shell, context, input.environment(flags)), flags)
  })
}

function addPlugin(program: Command, input: ProgramInput): void {
  const command = program
    .command('plugin')
    .argument('<name>', 'name of the plugin, such as price-alerts; for a namespace its CAIP-2 name')
    .description('create a plugin package that can be published')
    .option('--kind <kind>', `${pluginKinds.join(', ')} (default: feature)`)
    .option('--scope <scope>', 'npm scope of the package, as in @acme')
    .option('--dir <folder>', 'the new folder (default: wallet-modal-plugin-<name>)')
    .option('-y, --yes', 'ask no questions; use defaults for everything that flags do not set')
    .option('--dry-run', 'show the plan and write nothing')
    .option('--no-install', 'do not install packages; works offline')
    .option('--pm <name>', `package manager: ${packageManagers.join(', ')}`)
  addCommon(command).action(async (name: string, flags: CommonFlags & PluginFlags) => {
    const { plugin } = await import('./commands/plugin.js')
    input.onResult(await plugin(name, flags, input.environment(flags)), flags)
  })
}

const addCommon = (command: Command): Command =>
  command
    .option('--cwd <folder>', 'work in this folder')
    .option('--json', 'print one JSON document and nothing else')
    .option('--debug', 'print the stack of an error')
