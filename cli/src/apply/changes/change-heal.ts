import { lstat, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type * as v from 'valibot'
import { CliError } from '../../errors.js'
import { parseWith } from '../../plan/arguments/parse.js'
import { parseJson } from '../../plan/files/json.js'
import { readPlain } from './change-files.js'
import { claimHealing } from './heal-claim.js'
import {
  type Entry,
  isEdited,
  journalFolder,
  journalSchema,
  longestRunMs,
  mayHaveChanged,
  removal,
  restore,
  running,
} from './journal-entry.js'
import { isAlive } from './staging.js'

/** What was put back after a killed run. */
export interface Healed {
  /** Files that the run had not written yet and a person has edited since: they stay as they are. */
  readonly edited: readonly string[]
}

/**
 * Puts back what a killed run left half-done; `undefined` where there was no such run. `above` is the workspace's folder, if there is one.
 * Throws `CHANGE_RUNNING` while that run or its package manager is alive, and `CHANGE_INTERRUPTED` when a person has changed since what that
 * run had written. While another run heals the site, it waits.
 */
export async function healChange(site: string, above: string | undefined): Promise<Healed | undefined> {
  const folder = join(site, journalFolder)
  for (let waitedMs = 0; await readIdle(site); waitedMs += waitMs) {
    const claim = await claimHealing(folder)
    if (claim && 'release' in claim) {
      const healed = await healClaimed(site, above).catch(async (error: unknown) => {
        await claim.release()
        throw error
      })
      if (healed) return healed
    } else if (claim && waitedMs >= longestHealMs) throw running(claim.pid)
    await delay(waitMs)
  }
  return undefined
}

const waitMs = 50
const longestHealMs = 10_000

/** The journal of a run that was killed; `undefined` where there is none, or none any more. Throws `CHANGE_RUNNING` while that run is at work. */
async function readIdle(site: string): Promise<Journaled | undefined> {
  if (!(await isInterrupted(site))) return undefined
  const folder = join(site, journalFolder)
  try {
    const journal = await readJournal(folder)
    const atWork = await findAtWork(folder, journal)
    if (atWork === undefined) return journal
    throw running(atWork)
  } catch (error) {
    if (!(await isInterrupted(site))) return undefined
    throw error
  }
}

/** What was read before the claim could be the journal of another run. */
async function healClaimed(site: string, above: string | undefined): Promise<Healed | undefined> {
  const journal = await readIdle(site)
  if (!journal) return undefined
  const folder = join(site, journalFolder)
  const places = journal.files.flatMap((entry): readonly Place[] => {
    const root = entry.above ? above : site
    return root === undefined ? [] : [{ entry, root }]
  })
  const edited = await findEdited(places, folder)
  for (const { entry, root } of places) if (mayHaveChanged(entry)) await restore(root, entry, folder)
  const gone = `${folder}-${process.pid}`
  await rm(gone, removal)
  await rename(folder, gone)
  await rm(gone, removal)
  return { edited }
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
  return new CliError('CHANGE_INTERRUPTED', 'An earlier run was killed while it changed this site.', {
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

interface Place {
  readonly entry: Entry
  readonly root: string
}

/**
 * The files that a person has edited since and the killed run had not written: nothing of them has to be put back. A lockfile has no known
 * content: the package manager wrote it. Throws where the run had written the file.
 */
async function findEdited(places: readonly Place[], folder: string): Promise<readonly string[]> {
  const edited: string[] = []
  for (const { entry, root } of places) {
    const isNoted = entry.written.length > 0
    if ((mayHaveChanged(entry) && !isNoted) || !(await isEdited(root, entry, folder))) continue
    if (isNoted) throw editedSince(entry.path, folder)
    edited.push(entry.path)
  }
  return edited
}

const editedSince = (path: string, folder: string): CliError =>
  new CliError(
    'CHANGE_INTERRUPTED',
    `An earlier run was killed while it changed this site, and "${path}" was edited since.`,
    {
      advice: `The files from before that run are in "${folder}". Copy back what you need, delete that folder, and run the command again.`,
    },
  )

/** Whether a change was begun in a site and neither finished nor taken back. */
const isInterrupted = async (site: string): Promise<boolean> =>
  (await lstat(join(site, journalFolder)).catch(() => undefined))?.isDirectory() === true // not there: nothing to heal

const broken = (folder: string, problem: string): CliError =>
  new CliError(
    'CHANGE_INTERRUPTED',
    `An earlier run was killed while it changed this site, and ${problem} in "${folder}".`,
    {
      advice: 'Restore the site from version control, then delete that folder.',
    },
  )
