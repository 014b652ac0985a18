import { runCommand } from './run-command.js'

/** Whether a folder has uncommitted changes. `false` without Git, or if the folder is not in a repository. */
export async function isDirty(folder: string, signal: AbortSignal): Promise<boolean> {
  // a repository's configuration can set a program that `status` starts (`core.fsmonitor`): disable it
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
