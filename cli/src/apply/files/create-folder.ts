import type { VirtualTree } from '../../plan/files/virtual-tree.js'
import { openStaging } from '../changes/staging.js'
import type { Target } from './target.js'
import { writeTree } from './write-tree.js'

/**
 * Writes files into a staging folder, in which `work` may add files, for example by installing packages. Then renames the staging folder to `target`.
 * If it throws, nothing is left.
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
  } finally {
    await staging.discard()
  }
}
