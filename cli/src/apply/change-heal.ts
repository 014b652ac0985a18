import { lstat, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type * as v from 'valibot'
import { CliError } from '../errors.js'
import { parseJson } from '../plan/json.js'
import { parseWith } from '../plan/parse.js'
import { readPlain } from './change-files.js'
import { type Entry, hashOf, journalFolder, journalSchema, removal, restore, running } from './journal-entry.js'
import { isAlive } from './staging.js'

/** After that a process of the same id is another one. */
const longestRunMs = 3_600_000

/**
 * Puts back what a killed run left half-done, and says whether there was such a run. `above` is the workspace's folder, if there is one.
 * Throws `CHANGE_RUNNING` while that run or its package manager is alive, and `CHANGE_INTERRUPTED` when a person has changed a file since.
 */
export async function healChange(site: string, above: string | undefined): Promise<boolean> {
  if (!(await isInterrupted(site))) return false
  const folder = join(site, journalFolder)
  const journal = await readJournal(folder)
  const atWork = await findAtWork(folder, journal)
  if (atWork !== undefined) throw running(atWork)
  const { files } = journal
  const places = files.map((entry) => ({ entry, root: entry.above ? above : site }))
  for (const { entry, root } of places) if (root !== undefined) await checkUntouched(root, entry, folder)
  for (const { entry, root } of places) if (root !== undefined) await restore(root, entry, folder)
  const gone = `${folder}-${process.pid}`
  await rm(gone, removal)
  await rename(folder, gone)
  await rm(gone, removal)
  return true
}

/** What keeps a site from being read as it is: the error to stop with, or `undefined` where no change was begun. Writes nothing. */
export async function interruptionOf(site: string): Promise<CliError | undefined> {
  if (!(await isInterrupted(site))) return undefined
  const folder = join(site, journalFolder)
  try {
    const atWork = await findAtWork(folder, await readJournal(folder))
    if (atWork !== undefined) return running(atWork)
  } catch (error) {
    if (error instanceof CliError) return error
    throw error
  }
  return new CliError('CHANGE_INTERRUPTED', 'A run was killed while it changed this site.', {
    advice: 'Run `npx create-wallet-modal sync`: it puts the files back as they were before that run.',
  })
}

/** The run that a journal is of, or its package manager, while it is alive. */
async function findAtWork(folder: string, { pid, installer }: Journaled): Promise<number | undefined> {
  const isFresh = Date.now() - (await lstat(join(folder, 'journal.json'))).mtimeMs < longestRunMs
  if (!isFresh) return undefined
  return [pid, installer].find((one) => one !== undefined && one !== process.pid && isAlive(one))
}

type Journaled = v.InferOutput<typeof journalSchema>

async function readJournal(folder: string): Promise<Journaled> {
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
const isInterrupted = async (site: string): Promise<boolean> =>
  (await lstat(join(site, journalFolder)).catch(() => undefined))?.isDirectory() === true // not there: nothing to heal

const broken = (folder: string, problem: string): CliError =>
  new CliError('CHANGE_INTERRUPTED', `A run was killed while it changed this site, and ${problem} in "${folder}".`, {
    advice: 'Restore the site from version control, then delete that folder.',
  })
