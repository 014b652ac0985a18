import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CliError, systemCode, toFileError } from '../../errors.js'
import { checkLinks, writeNew } from '../files/write-tree.js'
import { isSamePackage } from '../packages/same-package.js'
import { changedMeanwhile, changeRunning } from './change-errors.js'
import { readRegularFile, removeFile, writeByRename } from './change-files.js'
import {
  type Entry,
  hashOf,
  isEdited,
  journalFolder,
  mayHaveChanged,
  originFile,
  originOf,
  removeOptions,
  restore,
} from './journal-entry.js'
import { isAlive } from './staging.js'

/** A file that a change may write: a file of the site, or a lockfile of its workspace. */
export interface JournalFile {
  readonly path: string
  /** The folder that `path` is relative to. */
  readonly root: string
}

/**
 * Makes a change atomic. First, every file that may change is copied into a temporary folder, which is then renamed to the journal folder. While the
 * journal folder exists, the change is incomplete, and the next run restores the copies. Renaming the journal folder again completes the change.
 */
export interface Journal {
  /**
   * Writes a file of the site; without `text`, removes it. Throws `CHANGED_MEANWHILE` if another program has changed the file since the journal was
   * opened.
   */
  write(path: string, text: string | undefined): Promise<void>
  /** Completes the change. */
  commit(): Promise<void>
  /**
   * Restores the files that were written, and the lockfiles. Returns the written files that were not restored because another program has changed
   * them. Does nothing after `commit`.
   */
  undo(): Promise<readonly string[]>
  /** Records the process id of the package manager, which may outlive this process. */
  recordInstaller(pid: number): Promise<void>
}

/**
 * Opens a journal for the files that may change. Throws `CHANGE_RUNNING` if the site already has a journal, `FILE_ERROR` if a file cannot be copied,
 * and `INVALID_PATH` if a symbolic link in the path of a file leads outside its root.
 */
export async function openJournal(site: string, files: readonly JournalFile[]): Promise<Journal> {
  const folder = join(site, journalFolder)
  const draft = `${folder}-${process.pid}`
  const entries: Entry[] = []
  let origin: string | undefined
  try {
    await removeStaleJournals(site)
    await mkdir(draft)
    for (const [at, { root, path }] of files.entries()) {
      await checkLinks(root, dirname(join(root, path)), path)
      const bytes = await readRegularFile(root, path)
      if (bytes) await writeNew(join(draft, `old-${at}`), bytes, (await lstat(join(root, path))).mode)
      entries.push({ path, inWorkspace: root !== site, old: bytes ? at : null, written: [] })
    }
    await writeNew(join(draft, originFile), '')
    origin = await originOf(draft)
    await writeNew(join(draft, 'journal.json'), JSON.stringify({ pid: process.pid, origin, files: entries }))
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, removeOptions)
    const code = systemCode(error)
    if (code === 'ENOTEMPTY' || code === 'EEXIST') throw changeRunning(undefined)
    throw toFileError(error, `Making a folder in "${site}"`)
  }
  return createJournal(site, { folder, origin, files, entries })
}

interface JournalContents {
  readonly folder: string
  readonly origin: string | undefined
  readonly files: readonly JournalFile[]
  readonly entries: readonly Entry[]
}

function createJournal(site: string, { folder, origin, files, entries }: JournalContents): Journal {
  let installer: number | undefined
  let open = true
  /** The last text written to each file, by path. */
  const texts = new Map<string, string>()
  const isEditedByOthers = async (root: string, entry: Entry): Promise<boolean> =>
    (await isEdited(root, entry, folder)) && !isSamePackage(entry.path, await readRegularFile(root, entry.path), texts)
  const save = async (): Promise<void> => {
    const bytes = Buffer.from(JSON.stringify({ pid: process.pid, installer, origin, files: entries }))
    await writeByRename(site, `${journalFolder}/journal.json`, { bytes, draft: join(folder, 'journal.tmp') })
  }
  const close = async (): Promise<void> => {
    const discardedFolder = `${folder}-${process.pid}`
    await rename(folder, discardedFolder).catch((error: unknown) =>
      Promise.reject(toFileError(error, `Renaming "${folder}"`)),
    )
    open = false
    await rm(discardedFolder, removeOptions).catch(() => undefined) // the change has ended; the next change removes the folder
  }
  return {
    recordInstaller: async (pid) => {
      installer = pid
      await save()
    },
    write: async (path, text) => {
      const entry = entries.find((candidate) => candidate.path === path && !candidate.inWorkspace)
      if (!entry) throw new CliError('INTERNAL', `The file "${path}" is not part of this change.`)
      const next = text === undefined ? null : hashOf(Buffer.from(text))
      if (await isEditedByOthers(site, { ...entry, written: [...entry.written, next] })) throw changedMeanwhile(path)
      entry.written.push(next)
      if (text !== undefined) texts.set(path, text)
      await save()
      if (text === undefined) await removeFile(site, path)
      else await writeByRename(site, path, { bytes: Buffer.from(text), draft: join(folder, 'new.tmp') })
    },
    commit: close,
    undo: async () => {
      if (!open) return []
      const editedPaths: string[] = []
      for (const [at, { root }] of files.entries()) {
        const entry = entries[at]
        if (!entry || !mayHaveChanged(entry)) continue
        if (entry.written.length > 0 && (await isEditedByOthers(root, entry))) editedPaths.push(entry.path)
        else await restore(root, entry, folder)
      }
      await close()
      return editedPaths
    },
  }
}

/** Removes temporary journal folders of killed runs. The change of such a run had not begun, or was already complete. */
async function removeStaleJournals(site: string): Promise<void> {
  for (const name of await readdir(site)) {
    const pid = name.startsWith(`${journalFolder}-`) ? Number(name.slice(journalFolder.length + 1)) : Number.NaN
    if (Number.isSafeInteger(pid) && (pid === process.pid || !isAlive(pid))) await rm(join(site, name), removeOptions)
  }
}
