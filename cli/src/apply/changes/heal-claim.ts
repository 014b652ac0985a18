import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode, toFileError } from '../../errors.js'
import { writeNew } from '../files/write-tree.js'
import { longestRunMs, removal } from './journal-entry.js'
import { isAlive } from './staging.js'

/** How a claim came out: this run heals, unless it gives that up again; the process of another one does; or the journal is gone. */
export type Claim = { readonly release: () => Promise<void> } | { readonly pid: number } | undefined

/**
 * Claims the healing of a journal, so that only one run puts files back and takes the journal away: a second one could take away the journal of
 * a change that began since. A claim is a folder in the journal that appears by a rename and names its process; that of a dead one is followed
 * by another with the next number, so that two that find it cannot both have it.
 */
export async function claimHealing(journal: string): Promise<Claim> {
  const draft = join(journal, `healing-draft-${process.pid}`)
  try {
    const last = await lastClaim(journal)
    if (last.pid !== undefined) return { pid: last.pid }
    await rm(draft, removal)
    await mkdir(draft)
    await writeNew(join(draft, String(process.pid)), '')
    const claim = join(journal, `${prefix}${last.number + 1}`)
    await rename(draft, claim)
    return { release: () => rm(claim, removal) }
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return claimHealing(journal)
    if ((await lstat(journal).catch(() => undefined)) === undefined) return undefined // whoever took it away was first
    throw toFileError(error, `Making a folder in "${journal}"`)
  }
}

const prefix = 'healing-'

/** The number of the newest claim, and its process while that is at work. */
async function lastClaim(journal: string): Promise<{ readonly number: number; readonly pid: number | undefined }> {
  const numbers = (await readdir(journal)).flatMap((name) => /^healing-(\d+)$/.exec(name)?.[1] ?? []).map(Number)
  const number = Math.max(0, ...numbers)
  if (number === 0) return { number, pid: undefined }
  const folder = join(journal, `${prefix}${number}`)
  const isFresh = Date.now() - (await lstat(folder)).mtimeMs < longestRunMs
  const pid = Number((await readdir(folder))[0])
  return { number, pid: isFresh && pid > 0 && pid !== process.pid && isAlive(pid) ? pid : undefined }
}
