import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, systemCode } from '../../errors.js'
import { type PackageManager, pnpmSettings } from '../../plan/packages/package-manager.js'
import { type Progress, withProgress } from '../progress.js'
import { retryEnv } from './retry-env.js'
import { notInstalled, withoutScripts } from './without-scripts.js'

/** Arguments of `install` for new and existing sites. */
const installArgs: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ['--no-audit', '--no-fund'],
  pnpm: ['--ignore-workspace'],
  yarn: [],
  bun: [],
}

/** Further arguments for an existing site. They allow changes of the lockfile, which package managers forbid in CI. */
const existingArgs: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: [],
  pnpm: ['--no-frozen-lockfile'],
  yarn: [],
  bun: [],
}

/** Stops package managers from asking questions and from adding fields to package.json. Also disables lifecycle scripts, in addition to the flags. */
const installEnv = {
  npm_config_ignore_scripts: 'true',
  npm_config_update_notifier: 'false',
  npm_config_loglevel: 'warn', // under `npm exec --silent`, npm would inherit the level `silent` and print no error
  YARN_ENABLE_SCRIPTS: 'false',
  YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  COREPACK_ENABLE_AUTO_PIN: '0',
} as const

export interface InstallInput {
  readonly packageManager: PackageManager
  readonly folder: string
  readonly signal: AbortSignal
  /** Whether the folder is an existing site, which may have a lockfile. Default: a new site. */
  readonly existing?: boolean
  /** Whether the folder is part of a workspace. */
  readonly workspace?: boolean
  /** Called with the process id of the package manager when it has started. If it rejects, the package manager is stopped and `install` rejects. */
  readonly onStart?: (pid: number) => Promise<void>
}

const SHOWN_LINES = 20
const MAX_LINES = 2000
const errorLine = /\b(?:error|err!|ERR_\w+|YN\d{4})/i
const unreachable = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/

/** Matches the error of Git for a fetch that `withoutScripts` forbids. */
const refusedByGit = /\btransport '\w+' not allowed/

/** The first error lines, or the last lines if there is no error line. */
function excerpt(lines: readonly string[]): string {
  const errors = lines.filter((line) => errorLine.test(line))
  return (errors.length > 0 ? errors.slice(0, SHOWN_LINES) : lines.slice(-SHOWN_LINES)).join('\n')
}

/** Runs `install` and reports its progress. */
export const installWithProgress = (progress: Progress, input: InstallInput): Promise<void> =>
  withProgress(
    progress,
    {
      doing: `Installing packages with ${input.packageManager}`,
      done: 'Packages installed',
      failed: 'The packages were not installed',
    },
    () => install(input),
  )

/**
 * Installs a folder's packages without running lifecycle scripts. Throws `INSTALL_FAILED` with the package manager's error lines, or
 * `NO_PACKAGE_MANAGER`. When aborted, stops the package manager and throws the signal's reason.
 */
export async function install(input: InstallInput): Promise<void> {
  const { packageManager, folder, signal, onStart } = input
  const { startProcess } = await import('../process.js')
  signal.throwIfAborted()
  const scripts = await withoutScripts({ packageManager, folder, signal, env: installEnv })
  const lines: string[] = []
  const child = startProcess({
    file: packageManager,
    args: ['install', ...scripts.args, ...argsOf(input)],
    cwd: folder,
    env: { ...retryEnv(), ...installEnv, ...scripts.env },
    stdin: 'ignore',
    onLine: (line) => {
      if (line.trim()) lines.push(line)
      if (lines.length > MAX_LINES) lines.splice(MAX_LINES / 2, 1) // keep the beginning and the end
    },
  })
  let stopping: Promise<void> | undefined
  const onAbort = (): void => {
    stopping = child.stop(3000)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  if (child.pid !== undefined) {
    await onStart?.(child.pid).catch(async (error: unknown) => {
      await child.stop(3000)
      throw error
    })
  }
  const { exitCode, signal: killedBy, error } = await child.ended
  signal.removeEventListener('abort', onAbort)
  await stopping
  signal.throwIfAborted()
  if (systemCode(error) === 'ENOENT') throw notInstalled(packageManager, error)
  if (exitCode === 0) return
  const status = exitCode === undefined ? (killedBy ?? 'it could not be started') : `exit code ${exitCode}`
  throw new CliError(
    'INSTALL_FAILED',
    `${packageManager} could not install the packages (${status}):\n${excerpt(lines)}`,
    { advice: `All changes were undone. ${adviceFor(lines)}`, cause: error },
  )
}

function adviceFor(lines: readonly string[]): string {
  if (lines.some((line) => unreachable.test(line)))
    return 'The package registry cannot be reached: check the connection and the registry setting, or add --no-install and install later.'
  if (lines.some((line) => refusedByGit.test(line)))
    return 'A new package comes from a Git repository. It is not installed, because Yarn would run its scripts.'
  return 'Correct the cause and run the same command again, or add --no-install.'
}

const argsOf = ({ packageManager, folder, existing, workspace }: InstallInput): readonly string[] => {
  // with workspaces disabled, pnpm also ignores the folder's own settings and catalogs
  const usesWorkspace = workspace || existsSync(join(folder, pnpmSettings))
  return [
    ...installArgs[packageManager].filter((arg) => !usesWorkspace || arg !== '--ignore-workspace'),
    ...(existing ? existingArgs[packageManager] : []),
  ]
}
