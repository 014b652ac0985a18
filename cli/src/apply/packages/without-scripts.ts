import { CliError, systemCode } from '../../errors.js'
import type { PackageManager } from '../../plan/packages/package-manager.js'
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

/** Arguments that stop a folder's package manager from running lifecycle scripts. Throws `NO_PACKAGE_MANAGER` or `INSTALL_FAILED`. */
export async function withoutScripts({ packageManager, ...input }: ScriptArgsInput): Promise<readonly string[]> {
  if (packageManager !== 'yarn') return scriptArgs[packageManager]
  const major = await yarnMajor(input)
  if (major === 1) return ['--ignore-scripts', '--non-interactive']
  return [major === 2 ? '--skip-builds' : '--mode=skip-build']
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
    advice: 'Choose another with --pm, or install the packages yourself after running with --no-install.',
    cause,
  })
