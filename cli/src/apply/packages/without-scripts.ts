import { dirname, join } from 'node:path'
import { CliError, systemCode } from '../../errors.js'
import { readLists } from '../../plan/packages/package-json.js'
import type { PackageManager } from '../../plan/packages/package-manager.js'
import { readText } from '../files/read-file.js'
import { runCommand } from '../run-command.js'

/** Arguments that stop `install` from running lifecycle scripts. Yarn's arguments depend on its major version: see `withoutScripts`. */
const scriptArgs: Readonly<Record<Exclude<PackageManager, 'yarn'>, readonly string[]>> = {
  npm: ['--ignore-scripts'],
  pnpm: ['--ignore-scripts'],
  bun: ['--ignore-scripts'],
}

export interface ScriptArgsInput {
  readonly packageManager: PackageManager
  readonly folder: string
  readonly signal: AbortSignal
  readonly env: Readonly<Record<string, string>>
}

/** Arguments and environment variables of `install`. */
export interface ScriptSettings {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Settings that stop a folder's package manager from running lifecycle scripts. Throws `NO_PACKAGE_MANAGER` or `INSTALL_FAILED`. */
export async function withoutScripts({ packageManager, ...input }: ScriptArgsInput): Promise<ScriptSettings> {
  if (packageManager !== 'yarn') return { args: scriptArgs[packageManager], env: {} }
  const major = await yarnMajor(input)
  const env = (await usesGit(input.folder)) ? {} : withoutGit
  if (major === 1) return { args: ['--ignore-scripts', '--non-interactive'], env }
  return { args: [major === 2 ? '--skip-builds' : '--mode=skip-build'], env }
}

/**
 * Stops Git from fetching. To install a package from a Git repository, Yarn packs it on this machine and runs its scripts, even if scripts are
 * disabled. A dependency of a plugin can be such a package.
 */
const withoutGit = { GIT_ALLOW_PROTOCOL: 'none' }
/** Matches a version range in package.json that is the address of a Git repository. */
const gitRange =
  /^(?:git[+:@]|ssh:|github:|gitlab:|bitbucket:|gist:|[\w-][\w.-]*\/[\w.-]+(?:#.*)?$|https?:\/\/(?:www\.)?github\.com\/[^/]+\/[^/]+$)|\.git(?:#.*)?$/
/** Matches a line of yarn.lock for a package from a Git repository: `resolved` of Yarn 1, `resolution` of later versions. */
const gitLockLine =
  /^ +(?:resolved "(?:git[+:@]|ssh:|https:\/\/codeload\.github\.com\/|[^"\n]*\.git#)|resolution: "[^"\n]*#commit=)/m

/** Whether package.json or the nearest yarn.lock of a folder already contains a package from a Git repository. */
async function usesGit(folder: string): Promise<boolean> {
  const { dependencies, devDependencies } = readLists((await readText(join(folder, 'package.json'))) ?? '{}')
  const ranges = [...Object.values(dependencies), ...Object.values(devDependencies)]
  return ranges.some((range) => gitRange.test(range)) || gitLockLine.test((await nearestLockfile(folder)) ?? '')
}

async function nearestLockfile(folder: string): Promise<string | undefined> {
  const text = await readText(join(folder, 'yarn.lock'), 64 << 20).catch(() => undefined) // unreadable: the folder may belong to another user
  const parent = dirname(folder)
  return text !== undefined || parent === folder ? text : nearestLockfile(parent)
}

/** Major version of Yarn in a folder. The site may pin the version. */
async function yarnMajor({ folder, signal, env }: Omit<ScriptArgsInput, 'packageManager'>): Promise<number> {
  const { stdout, stderr, error } = await runCommand({ file: 'yarn', args: ['--version'], cwd: folder, env, signal })
  if (systemCode(error) === 'ENOENT') throw notInstalled('yarn', error)
  const version = /^(\d+)\.\d+\.\d/m.exec(stdout)?.[1]
  if (version !== undefined) return Number(version)
  throw new CliError('INSTALL_FAILED', `The version of yarn could not be read:\n${(stderr || stdout).slice(0, 500)}`, {
    advice: 'The option that disables lifecycle scripts depends on the version. Check that `yarn --version` works.',
    cause: error,
  })
}

/** Error: the package manager is not installed. */
export const notInstalled = (packageManager: PackageManager, cause: unknown): CliError =>
  new CliError('NO_PACKAGE_MANAGER', `"${packageManager}" is not installed on this machine.`, {
    advice:
      'Choose another package manager with --pm, or install the packages yourself after running with --no-install.',
    cause,
  })
