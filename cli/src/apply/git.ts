import { runCommand } from './run-command.js'

/** Whether a folder has changes that Git does not have yet. `false` where there is no Git, or the folder is none of its. */
export async function isDirty(folder: string, signal: AbortSignal): Promise<boolean> {
  // a repository's settings may name programs: the one that `status` would start stays off
  const args = ['-c', 'core.fsmonitor=false', 'status', '--porcelain', '--', '.']
  const { exitCode, stdout } = await runCommand({
    file: 'git',
    args,
    cwd: folder,
    env: { GIT_OPTIONAL_LOCKS: '0' },
    signal,
  })
  return exitCode === 0 && stdout.trim() !== ''
}
