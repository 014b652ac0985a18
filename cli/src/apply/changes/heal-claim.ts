import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode, toFileError } from '../../errors.js'
import { writeNew } from '../files/write-tree.js'
import { longestRunMs, removeOptions } from './journal-entry.js'
import { isAlive } from './staging.js'

/**
 * Result of a claim: `release` if this run may restore the site, `pid` if another run (with this process id) is restoring it, or `undefined` if the
 * journal does not exist any more.
 */
export type Claim = { readonly release: () => Promise<void> } | { readonly pid: number } | undefined

/**
 * Claims the right to restore a site from its journal. Only one run may restore the site, because a second run could remove the journal of a newer
 * change. A claim is a numbered folder in the journal folder. It contains one empty file, whose name is the process id of the run. If that process is
 * dead, other runs try to create the folder with the next number, and only one of them succeeds.
 */
export async function claimHealing(journal: string): Promise<Claim> {
  const draft = join(journal, `healing-draft-${process.pid}`)
  try {
    const last = await lastClaim(journal)
    if (last.pid !== undefined) return { pid: last.pid }
    await rm(draft, removeOptions)
    await mkdir(draft)
    await writeNew(join(draft, String(process.pid)), '')
    const claim = join(journal, `${prefix}${last.number + 1}`)
    await rename(draft, claim)
    return { release: () => rm(claim, removeOptions) }
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return claimHealing(journal)
    if ((await lstat(journal).catch(() => undefined)) === undefined) return undefined // another run removed the journal first
    throw toFileError(error, `Making a folder in "${journal}"`)
  }
}

const prefix = 'healing-'

/**
 * Number of the newest claim (0: none). `pid`: process id of the claim, if that is another process that is alive, and the claim is not older than
 * `longestRunMs`.
 */
async function lastClaim(journal: string): Promise<{ readonly number: number; readonly pid: number | undefined }> {
  const numbers = (await readdir(journal)).flatMap((name) => /^healing-(\d+)$/.exec(name)?.[1] ?? []).map(Number)
  const number = Math.max(0, ...numbers)
  if (number === 0) return { number, pid: undefined }
  const folder = join(journal, `${prefix}${number}`)
  const isFresh = Date.now() - (await lstat(folder)).mtimeMs < longestRunMs
  const pid = Number((await readdir(folder))[0])
  return { number, pid: isFresh && pid > 0 && pid !== process.pid && isAlive(pid) ? pid : undefined }
}
