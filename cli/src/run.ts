import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, CommanderError } from 'commander'
import { loadFirstParty, templateIds } from './assets.js'
import { askCommand, unknownFirstWord, wantsMenu } from './commands/menu.js'
import type { CommandResult, Environment } from './environment.js'
import { CliError, messageOf } from './errors.js'
import { type ExitCode, exitCodes } from './exit-codes.js'
import { commandNames, moveCommandFirst } from './plan/arguments/command-word.js'
import { suggest } from './plan/arguments/similar-names.js'
import { createProgram } from './program.js'
import { toPrintable } from './ui/printable.js'

/** The program that runs: `create-wallet-modal` or `wallet-modal`. */
export interface Bin {
  readonly name: string
  /** Whether `create` runs if no command is given. */
  readonly createsByDefault: boolean
}

/** Runs one command line. Never rejects: errors are printed and become the exit code. */
export async function run(args: readonly string[], env: Environment, bin: Bin): Promise<ExitCode> {
  const json = args.includes('--json')
  try {
    let exitCode: ExitCode = exitCodes.ok
    const onResult = (result: CommandResult): void => {
      if (json && result.document) writeJson(env, result.document)
      exitCode = result.exitCode ?? exitCodes.ok
    }
    const release = await loadFirstParty(env.assets)
    const templates = await templateIds(env.assets)
    const program = createProgram(
      { ...bin, release, templates, environment: ({ cwd }) => inFolder(env, cwd), onResult },
      args,
    )
    configure(program, env, json)
    await program.parseAsync(await withCommand(args, env, program), { from: 'user' })
    return exitCode
  } catch (error) {
    return printError(error, env, { json, debug: args.includes('--debug') })
  }
}

/**
 * Arguments for the parser. In the folder of a site, throws `USAGE` if the first word is not a command. If no command is given there, asks for one in
 * a menu; without a terminal, prints help and throws; with `--json`, only throws.
 */
async function withCommand(args: readonly string[], env: Environment, program: Command): Promise<readonly string[]> {
  const unknownWord = unknownFirstWord(args, env, program)
  if (unknownWord !== undefined)
    throw new CliError('USAGE', `There is no command "${unknownWord}".`, {
      advice: `${suggest(unknownWord, commandNames(program), 'Commands')} To create a new site in a subfolder, use "create <dir>".`,
    })
  if (!wantsMenu(args, env)) return moveCommandFirst(args, program)
  if (env.stdin.isTTY && env.stdout.isTTY && !args.includes('--json')) return [await askCommand(env), ...args]
  return program.help({ error: true })
}

/**
 * Sets the parser's outputs. Requested help goes to stdout. Help about a missing command goes to stderr, but not with `--json`. `printError` prints
 * errors instead of the parser.
 */
function configure(program: Command, env: Environment, json: boolean): void {
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void env.stdout.write(text),
      writeErr: (text) => void (json ? undefined : env.stderr.write(text)),
      outputError: () => undefined,
    })
  }
}

/** Environment of one command; `--cwd` sets its folder. Uses the real path, because package managers find a workspace by it. */
function inFolder(env: Environment, cwd: string | undefined): Environment {
  const folder = resolve(env.cwd, cwd ?? '.')
  if (isFolder(folder)) return { ...env, cwd: realpathSync(folder) }
  throw new CliError('USAGE', `--cwd: the folder "${folder}" does not exist.`)
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false // missing, below a file, or not readable
  }
}

function printError(
  thrown: unknown,
  env: Environment,
  { json, debug }: { readonly json: boolean; readonly debug: boolean },
): ExitCode {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCodes.ok
  // no command was given: the parser has already printed help
  if (thrown instanceof CommanderError && thrown.code === 'commander.help' && !json) return exitCodes.usage
  const error = toCliError(thrown, env)
  if (json)
    writeJson(env, {
      ok: false,
      error: { code: error.code, message: error.message, ...(error.advice ? { advice: error.advice } : {}) },
    })
  else env.stderr.write(`${toPrintable(`✖ ${error.message}${error.advice ? `\n  ${error.advice}` : ''}`)}\n`)
  if (debug) env.stderr.write(`${toPrintable(traceOf(thrown))}\n`)
  return error.exitCode
}

function toCliError(thrown: unknown, env: Environment): CliError {
  if (env.signal.aborted) {
    if (!(thrown instanceof CliError && thrown.leavesChanges))
      return new CliError('INTERRUPTED', 'Stopped. No incomplete change was left.', { cause: thrown })
    const { message, advice } = thrown
    return new CliError('INTERRUPTED', `Stopped. ${message}`, { advice, cause: thrown, leavesChanges: true })
  }
  if (thrown instanceof CliError) return thrown
  if (thrown instanceof CommanderError) {
    return new CliError(
      'USAGE',
      thrown.code === 'commander.help' ? 'No command was given.' : thrown.message.replace(/^error: /, ''),
      { advice: 'See --help.', cause: thrown },
    )
  }
  return new CliError('INTERNAL', `Internal error of this tool: ${messageOf(thrown)}`, {
    advice: 'Please report it with the output of --debug.',
    cause: thrown,
  })
}

function traceOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return `${thrown.stack}${thrown.cause === undefined ? '' : `\nCaused by: ${traceOf(thrown.cause)}`}`
}

const writeJson = (env: Environment, document: object): void => void env.stdout.write(`${JSON.stringify(document)}\n`)
