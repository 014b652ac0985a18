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

const broken = (folder: string, problem: string): CliError =>
  new CliError('CHANGE_INTERRUPTED', `A run was killed while it changed this site, and ${problem} in "${folder}".`, {
    advice: 'Restore the site from version control, then delete that folder.',
  })
