import { CliError, messageOf } from '../../errors.js'
import type { VirtualTree } from '../../plan/files/virtual-tree.js'
import type { Failure } from '../changes/change-errors.js'
import { openStaging } from '../changes/staging.js'
import type { Target } from './target.js'
import { writeTree } from './write-tree.js'

/**
 * Writes files into a staging folder, in which `work` may add files, for example by installing packages. Then renames the staging folder to `target`.
 * On an error, removes the staging folder. If the removal fails too, the error names that folder.
 */
export async function createFolder(
  files: VirtualTree,
  target: Target,
  signal: AbortSignal,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted()
  const staging = await openStaging(target)
  try {
    await writeTree(staging.site, files, signal)
    await work(staging.site)
    signal.throwIfAborted()
    await staging.commit()
  } catch (error) {
    await staging.discard().catch((cause: unknown) => {
      throw withRemainingFolder({ error, isStopped: signal.aborted }, cause)
    })
    throw error
  }
}

/** Error that contains the original failure and the reason why the staging folder could not be removed. */
function withRemainingFolder({ error, isStopped }: Failure, cause: unknown): CliError {
  const code = error instanceof CliError ? error.code : 'FILE_ERROR'
  return new CliError(code, isStopped ? messageOf(cause) : `${messageOf(error)}\n${messageOf(cause)}`, {
    advice: 'Nothing was created. Delete that folder.',
    cause: error,
    leavesChanges: true,
  })
}
