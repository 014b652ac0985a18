import { createHash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { CliError, toFileError } from '../../errors.js'
import { pathInside } from '../files/write-tree.js'
import { readPlain, removeFile } from './change-files.js'

/** The folder in a site that is there while a change is under way. */
export const journalFolder = '.wallet-modal-change'

const lockfile = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/
const ownFile = /(?:^|\/)(?:package\.json|wallet-modal\.json|wallet-modal\.(?:generated|config)(?:\.[a-z]{1,4}){1,2})$/
/** A journal is data that may come with a folder from elsewhere: only files that a change can touch are ever put back. */
const touchable = new RegExp(`${lockfile.source}|${ownFile.source}`)

const entrySchema = v.object({
  path: v.pipe(v.string(), v.regex(touchable)),
  above: v.boolean(),
  old: v.nullable(v.number()),
  written: v.array(v.nullable(v.string())),
})
/** What `journal.json` in that folder says. */
export const journalSchema = v.object({
  pid: v.number(),
  installer: v.optional(v.number()),
  files: v.array(entrySchema),
})
/** One file: where it is, the number of its copy (`null`: there was no such file), and hashes of what was written since. */
export type Entry = v.InferOutput<typeof entrySchema>

/** Whether a run may have changed a file. It notes what it writes before it does; what the package manager writes, a lockfile, it cannot note. */
export const mayHaveChanged = ({ path, written }: Entry): boolean => written.length > 0 || lockfile.test(path)

/** Whether a file is neither as it was nor as the run left it, so that somebody else has changed it. A copy that is missing is back already. */
export async function isEdited(root: string, { path, old, written }: Entry, folder: string): Promise<boolean> {
  const now = await readPlain(root, path)
  const backup = old === null ? undefined : await readPlain(folder, `old-${old}`)
  if (old !== null && !backup) return false
  const [hash, oldHash] = [now, backup].map((bytes) => (bytes ? hashOf(bytes) : null))
  return hash !== undefined && hash !== oldHash && !written.includes(hash)
}

/** A copy goes back by a rename: that needs no space on a full disk, and one that is missing is back already. */
export async function restore(root: string, { path, old }: Entry, folder: string): Promise<void> {
  const now = await readPlain(root, path)
  if (old === null) {
    if (now) await removeFile(root, path)
    return
  }
  const bytes = await readPlain(folder, `old-${old}`)
  if (!bytes || now?.equals(bytes)) return
  const goal = await pathInside(root, 'file', path)
  await rename(join(folder, `old-${old}`), goal).catch((error: unknown) =>
    Promise.reject(toFileError(error, `Putting back "${path}"`)),
  )
}

/** After that a process of the same id is another one. */
export const longestRunMs = 3_600_000

/** How a journal is removed. */
export const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Says that somebody else is at work. */
export const running = (pid: number | undefined): CliError =>
  new CliError('CHANGE_RUNNING', `Another run is changing this site${pid === undefined ? '' : ` (process ${pid})`}.`, {
    advice: 'Wait until it has ended, or end it, and run the command again.',
  })

/** Says that a file is not as it was when the change was planned. */
export const changedMeanwhile = (path: string): CliError =>
  new CliError('CHANGED_MEANWHILE', `"${path}" was changed by another program in the meantime, or is not UTF-8 text.`, {
    advice: 'Run the command again. Nothing was changed.',
  })
