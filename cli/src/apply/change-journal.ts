import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { CliError, systemCode, toFileError } from '../errors.js'
import { parseJson } from '../plan/json.js'
import { parseWith } from '../plan/parse.js'
import { placeFile, readPlain, removeFile } from './change-files.js'
import { isAlive } from './staging.js'
import { pathInside, writeNew } from './write-tree.js'

/** The folder in a site that is there while a change is under way. */
export const journalFolder = '.wallet-modal-change'

/** A file that a change may touch: one of the site, or a lockfile of the workspace above it. */
export interface JournalFile {
  readonly path: string
  /** The folder that `path` is relative to. Default: the site's. */
  readonly root: string
}

/**
 * What makes a change all or nothing. Before anything else is written, everything that may change is copied into one folder, which appears by
 * a rename. While it is there the change has not happened: whoever finds it puts the copies back. It goes by a rename, too: that is the moment
 * at which the change has happened.
 */
export interface Journal {
  /** Writes a file, or removes it. */
  write(path: string, text: string | undefined): Promise<void>
  /** Makes what was written hold. */
  commit(): Promise<void>
  /** Puts everything back. Does nothing after `commit`. */
  undo(): Promise<void>
  /** Remembers the package manager, which may outlive this process. */
  noteInstaller(pid: number): Promise<void>
}

/** A journal is data that may come with a folder from elsewhere: only files that a change can touch are ever put back. */
const touchable =
  /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|wallet-modal\.json|wallet-modal\.(?:generated|config)(?:\.[a-z]{1,4}){1,2})$/

const entrySchema = v.object({
  path: v.pipe(v.string(), v.regex(touchable)),
  above: v.boolean(),
  old: v.nullable(v.number()),
  written: v.array(v.nullable(v.string())),
})
const journalSchema = v.object({ pid: v.number(), installer: v.optional(v.number()), files: v.array(entrySchema) })
type Entry = v.InferOutput<typeof entrySchema>

/** Opens a journal. `above` is where lockfiles of a workspace are. Throws `CHANGE_RUNNING` when another run is at work. */
export async function openJournal(site: string, files: readonly JournalFile[]): Promise<Journal> {
  const folder = join(site, journalFolder)
  const draft = `${folder}-${process.pid}`
  const entries: Entry[] = []
  try {
    await sweep(site)
    await mkdir(draft)
    for (const [at, { root, path }] of files.entries()) {
      const bytes = await readPlain(root, path)
      if (bytes) await writeNew(join(draft, `old-${at}`), bytes, (await lstat(join(root, path))).mode)
      entries.push({ path, above: root !== site, old: bytes ? at : null, written: [] })
    }
    await writeNew(join(draft, 'journal.json'), JSON.stringify({ pid: process.pid, files: entries }))
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, removal)
    const code = systemCode(error)
    if (code === 'ENOTEMPTY' || code === 'EEXIST') throw running(undefined)
    throw toFileError(error, `Making a folder in "${site}"`)
  }
  return journalOf(site, { folder, files, entries })
}

interface Opened {
  readonly folder: string
  readonly files: readonly JournalFile[]
  readonly entries: readonly Entry[]
}

function journalOf(site: string, { folder, files, entries }: Opened): Journal {
  let installer: number | undefined
  let open = true
  const save = async (): Promise<void> => {
    const bytes = Buffer.from(JSON.stringify({ pid: process.pid, installer, files: entries }))
    await placeFile(site, `${journalFolder}/journal.json`, { bytes, draft: join(folder, 'journal.tmp') })
  }
  const close = async (): Promise<void> => {
    const gone = `${folder}-${process.pid}`
    await rename(folder, gone)
    open = false
    await rm(gone, removal)
  }
  return {
    noteInstaller: async (pid) => {
      installer = pid
      await save()
    },
    write: async (path, text) => {
      const entry = entries.find((one) => one.path === path && !one.above)
      if (!entry) throw new CliError('INTERNAL', `The file "${path}" is not part of this change.`)
      entry.written.push(text === undefined ? null : hashOf(Buffer.from(text)))
      await save()
      if (text === undefined) await removeFile(site, path)
      else await placeFile(site, path, { bytes: Buffer.from(text), draft: join(folder, 'new.tmp') })
    },
    commit: close,
    undo: async () => {
      if (!open) return
      for (const [at, { root }] of files.entries()) {
        const entry = entries[at]
        if (entry) await restore(root, entry, folder)
      }
      await close()
    },
  }
}

/** A copy goes back by a rename: that needs no space on a full disk, and one that is missing is back already. */
async function restore(root: string, { path, old }: Entry, folder: string): Promise<void> {
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

/**
 * Puts back what a killed run left half-done, and says whether there was such a run. `above` is the workspace's folder, if there is one.
 * Throws `CHANGE_RUNNING` while that run or its package manager is alive, and `CHANGE_INTERRUPTED` when a person has changed a file since.
 */
export async function healChange(site: string, above: string | undefined): Promise<boolean> {
  if (!(await isInterrupted(site))) return false
  const folder = join(site, journalFolder)
  const { pid, installer, files } = await readJournal(folder)
  const fresh = Date.now() - (await lstat(join(folder, 'journal.json'))).mtimeMs < longestRunMs
  for (const one of [pid, installer])
    if (fresh && one !== undefined && one !== process.pid && isAlive(one)) throw running(one)
  const places = files.map((entry) => ({ entry, root: entry.above ? above : site }))
  for (const { entry, root } of places) if (root !== undefined) await checkUntouched(root, entry, folder)
  for (const { entry, root } of places) if (root !== undefined) await restore(root, entry, folder)
  const gone = `${folder}-${process.pid}`
  await rm(gone, removal)
  await rename(folder, gone)
  await rm(gone, removal)
  return true
}

async function readJournal(folder: string): Promise<v.InferOutput<typeof journalSchema>> {
  const text = (await readPlain(folder, 'journal.json'))?.toString()
  const result = text === undefined ? undefined : parseWith(journalSchema, toJson(text))
  if (result && 'value' in result) return result.value
  throw broken(folder, '"journal.json" cannot be read')
}

function toJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined // the schema then says that it cannot be read
  }
}

/** A lockfile has no known content: the package manager wrote it. All others are as they were or as the killed run left them. */
async function checkUntouched(root: string, { path, old, written }: Entry, folder: string): Promise<void> {
  if (written.length === 0) return
  const now = await readPlain(root, path)
  const hash = now ? hashOf(now) : null
  const backup = old === null ? undefined : await readPlain(folder, `old-${old}`)
  if (hash === (backup ? hashOf(backup) : null) || written.includes(hash) || (old !== null && !backup)) return
  throw new CliError(
    'CHANGE_INTERRUPTED',
    `A run was killed while it changed this site, and "${path}" was edited since.`,
    {
      advice: `The files from before that run are in "${folder}". Copy back what you need, delete that folder, and run the command again.`,
    },
  )
}

/** Whether a change was begun in a site and neither finished nor taken back. */
export const isInterrupted = async (site: string): Promise<boolean> =>
  (await lstat(join(site, journalFolder)).catch(() => undefined))?.isDirectory() === true // not there: nothing to heal

/** Removes what killed runs left before their change began or after it was done. */
async function sweep(site: string): Promise<void> {
  for (const name of await readdir(site)) {
    const pid = name.startsWith(`${journalFolder}-`) ? Number(name.slice(journalFolder.length + 1)) : Number.NaN
    if (Number.isSafeInteger(pid) && (pid === process.pid || !isAlive(pid))) await rm(join(site, name), removal)
  }
}

/** After that a process of the same id is another one. */
const longestRunMs = 3_600_000

const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const running = (pid: number | undefined): CliError =>
  new CliError('CHANGE_RUNNING', `Another run is changing this site${pid === undefined ? '' : ` (process ${pid})`}.`, {
    advice: 'Wait until it has ended, or end it, and run the command again.',
  })

const broken = (folder: string, problem: string): CliError =>
  new CliError('CHANGE_INTERRUPTED', `A run was killed while it changed this site, and ${problem} in "${folder}".`, {
    advice: 'Restore the site from version control, then delete that folder.',
  })
