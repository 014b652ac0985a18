import { createHash } from 'node:crypto'
import { lstat, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { toFileError } from '../../errors.js'
import { pathInside } from '../files/write-tree.js'
import { readRegularFile, removeFile } from './change-files.js'

/** Folder in a site that contains the journal. It exists only during a change and after a killed run. */
export const journalFolder = '.wallet-modal-change'

const lockfile = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/
const ownFile = /(?:^|\/)(?:package\.json|wallet-modal\.json|wallet-modal\.(?:generated|config)(?:\.[a-z]{1,4}){1,2})$/
/** Matches the paths that a journal may restore. Other paths are refused, because a copied site may contain a forged journal. */
const restorable = new RegExp(`${lockfile.source}|${ownFile.source}`)

const entrySchema = v.object({
  path: v.pipe(v.string(), v.regex(restorable)),
  inWorkspace: v.boolean(),
  old: v.nullable(v.number()),
  written: v.array(v.nullable(v.string())),
})
/** Contents of `journal.json` in the journal folder. `origin`: see {@link originOf}. */
export const journalSchema = v.object({
  pid: v.number(),
  origin: v.optional(v.string()),
  installer: v.optional(v.number()),
  files: v.array(entrySchema),
})
/**
 * A file that the run may change. `inWorkspace`: whether it is a file of the workspace. `old`: number of its copy; `null` if the file did not exist.
 * `written`: SHA-256 hashes of the contents that the run has written; `null` for a removal.
 */
export type Entry = v.InferOutput<typeof entrySchema>

/** Name of an empty file in the journal folder. Its inode identifies the folder: see {@link originOf}. */
export const originFile = 'origin'

/**
 * Inode and change time of the file `origin` in a journal folder; `undefined` if the file is missing. A run records them in journal.json. Copying,
 * unpacking or cloning the folder changes them, so a journal that records the current values was written in this folder.
 */
export async function originOf(folder: string): Promise<string | undefined> {
  const stats = await lstat(join(folder, originFile), { bigint: true }).catch(() => undefined) // a forged or older journal has no such file
  return stats && `${stats.ino} ${stats.ctimeNs}`
}

/** Whether a run may have changed a file. A run records its own writes in advance, but not the writes of the package manager (lockfiles). */
export const mayHaveChanged = ({ path, written }: Entry): boolean => written.length > 0 || lockfile.test(path)

/**
 * Whether another program has changed a file: the file differs from its copy and from all contents that the run wrote. `false` if the copy is
 * missing, because the file was then already restored. `folder` is the journal folder.
 */
export async function isEdited(root: string, { path, old, written }: Entry, folder: string): Promise<boolean> {
  const now = await readRegularFile(root, path)
  const backup = old === null ? undefined : await readRegularFile(folder, `old-${old}`)
  if (old !== null && !backup) return false
  const [hash, oldHash] = [now, backup].map((bytes) => (bytes ? hashOf(bytes) : null))
  return hash !== undefined && hash !== oldHash && !written.includes(hash)
}

/**
 * Restores a file from its copy by a rename, which also works on a full disk. If the copy is missing, the file was already restored. Removes a file
 * that did not exist before the run.
 */
export async function restore(root: string, { path, old }: Entry, folder: string): Promise<void> {
  const now = await readRegularFile(root, path)
  if (old === null) {
    if (now) await removeFile(root, path)
    return
  }
  const bytes = await readRegularFile(folder, `old-${old}`)
  if (!bytes || now?.equals(bytes)) return
  const destination = await pathInside(root, 'file', path)
  await rename(join(folder, `old-${old}`), destination).catch((error: unknown) =>
    Promise.reject(toFileError(error, `Restoring "${path}"`)),
  )
}

/** Longest duration of a run, in milliseconds. After this time, a process with the recorded id is assumed to be a different one. */
export const longestRunMs = 3_600_000

/** Options of `rm` for a journal folder. */
export const removeOptions = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
