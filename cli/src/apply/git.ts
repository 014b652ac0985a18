import { type CommandEnd, runCommand } from './run-command.js'

/**
 * With this environment, Git writes no file of the repository, and fetches no missing objects of a partial clone. A fetch could run a program that
 * the repository's configuration sets.
 */
const env = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' }

/**
 * Whether a folder has uncommitted changes. Starts no program that the repository's own configuration sets. `false` without Git, if the folder is not
 * in a repository, or if Git's status cannot be read safely.
 */
export async function isDirty(folder: string, signal: AbortSignal): Promise<boolean> {
  const git = (...args: readonly string[]): Promise<CommandEnd> =>
    runCommand({ file: 'git', args, cwd: folder, env, signal })
  const config = await git('config', '--show-scope', '--name-only', '--get-regexp', String.raw`^filter\.`)
  if (config.exitCode !== 0 && config.exitCode !== 1) return false // 1: no filters. A Git without `--show-scope` (before 2.26) exits with 129.
  const filters = repositoryFilters(config.stdout)
  if (filters.some((filter) => filter.includes('='))) return false // `-c` cannot set a variable whose name contains "="
  const settings = ['core.fsmonitor=false', ...filters.flatMap(disabledFilter)]
  const { exitCode, stdout } = await git(
    ...settings.flatMap((setting) => ['-c', setting]),
    ...['status', '--porcelain', '--ignore-submodules=all', '--', '.'],
  )
  return exitCode === 0 && stdout.trim() !== ''
}

/**
 * Names of the filters, such as `filter.lfs`, in the repository's own configuration. A line of input is `local<tab>filter.lfs.clean`, for example.
 */
const repositoryFilters = (lines: string): readonly string[] => [
  ...new Set(lines.split('\n').flatMap((line) => /^(?:local|worktree)\t(filter\..*)\.[^.]*$/.exec(line)?.[1] ?? [])),
]

/** Settings that disable a filter: Git then compares the file as it is on disk. */
const disabledFilter = (filter: string): readonly string[] => [
  `${filter}.clean=`,
  `${filter}.process=`,
  `${filter}.required=false`,
]
