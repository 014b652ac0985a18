import { lstat, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type * as v from 'valibot'
import { CliError } from '../../errors.js'
import { parseWith } from '../../plan/arguments/parse.js'
import { parseJson } from '../../plan/files/json.js'
import { changeInterrupted, changeRunning, editedSince, unreadableJournal } from './change-errors.js'
import { readRegularFile } from './change-files.js'
import { claimHealing } from './heal-claim.js'
import {
  type Entry,
  isEdited,
  journalFolder,
  journalSchema,
  longestRunMs,
  mayHaveChanged,
  originOf,
  removeOptions,
  restore,
} from './journal-entry.js'
import { isAlive } from './staging.js'

/** Result of restoring a site after a killed run. */
export interface HealResult {
  /** Files that were edited after the run was killed, and that the run had not written. They keep the edits. */
  readonly edited: readonly string[]
  /** Absolute paths of lockfiles of the workspace that have changed but are not restored, because the journal may come from another folder. */
  readonly skipped: readonly string[]
}

/**
 * Restores the files of a killed run. Returns `undefined` if no run was killed. Restores the lockfiles of `workspace`, the root folder of the site's
 * workspace, only if the journal was not copied from another folder. Throws `CHANGE_RUNNING` if a change is still running, or if another run needs
 * more than 10 seconds to restore the site. Throws `CHANGE_INTERRUPTED` if the journal cannot be read, or if the user has edited a file that the
 * killed run had written.
 */
export async function healChange(site: string, workspace: string | undefined): Promise<HealResult | undefined> {
  const folder = join(site, journalFolder)
  for (let waitedMs = 0; await readInterrupted(site); waitedMs += waitMs) {
    const claim = await claimHealing(folder)
    if (claim && 'release' in claim) {
      const healed = await healClaimed(site, workspace).catch(async (error: unknown) => {
        await claim.release()
        throw error
      })
      if (healed) return healed
    } else if (claim && waitedMs >= longestHealMs) throw changeRunning(claim.pid)
    await delay(waitMs)
  }
  return undefined
}

const waitMs = 50
const longestHealMs = 10_000

/**
 * Reads the journal of a killed run; `undefined` if there is none. Throws `CHANGE_RUNNING` while the run of the journal or its package manager is
 * alive, and `CHANGE_INTERRUPTED` if the journal cannot be read.
 */
async function readInterrupted(site: string): Promise<Journal | undefined> {
  if (!(await hasJournal(site))) return undefined
  const folder = join(site, journalFolder)
  try {
    const journal = await readJournal(folder)
    const activePid = await findActivePid(folder, journal)
    if (activePid === undefined) return journal
    throw changeRunning(activePid)
  } catch (error) {
    if (!(await hasJournal(site))) return undefined
    throw error
  }
}

/**
 * Restores the site. Call it only after `claimHealing` returned a claim. Reads the journal again, because another run may have replaced it before the
 * claim. Returns `undefined` if the journal no longer exists.
 */
async function healClaimed(site: string, workspace: string | undefined): Promise<HealResult | undefined> {
  const journal = await readInterrupted(site)
  if (!journal) return undefined
  const folder = join(site, journalFolder)
  // a journal that was copied together with its site must not change files outside the site
  const { origin } = journal
  const trustedWorkspace = origin !== undefined && origin === (await originOf(folder)) ? workspace : undefined
  const entries = journal.files.flatMap((entry): readonly LocatedEntry[] => {
    const root = entry.inWorkspace ? trustedWorkspace : site
    return root === undefined ? [] : [{ entry, root }]
  })
  const edited = await findEdited(entries, folder)
  const skipped = trustedWorkspace === undefined ? await findChanged(workspace, journal.files, folder) : []
  for (const { entry, root } of entries) if (mayHaveChanged(entry)) await restore(root, entry, folder)
  const discardedFolder = `${folder}-${process.pid}`
  await rm(discardedFolder, removeOptions)
  await rename(folder, discardedFolder)
  await rm(discardedFolder, removeOptions).catch(() => undefined) // the files are restored; the next change removes the folder
  return { edited, skipped }
}

/** Returns the error `CHANGE_INTERRUPTED` or `CHANGE_RUNNING` if the site has an incomplete change, else `undefined`. Writes nothing. */
export async function interruptionOf(site: string): Promise<CliError | undefined> {
  try {
    return (await readInterrupted(site)) && changeInterrupted()
  } catch (error) {
    if (error instanceof CliError) return error
    throw error
  }
}

/**
 * Process id of the run that wrote the journal, or of its package manager. `undefined` if both have ended, or if the journal is older than
 * `longestRunMs`.
 */
async function findActivePid(folder: string, { pid, installer }: Journal): Promise<number | undefined> {
  const isFresh = Date.now() - (await lstat(join(folder, 'journal.json'))).mtimeMs < longestRunMs
  if (!isFresh) return undefined
  return [pid, installer].find((id) => id !== undefined && id !== process.pid && isAlive(id))
}

type Journal = v.InferOutput<typeof journalSchema>

async function readJournal(folder: string): Promise<Journal> {
  const text = (await readRegularFile(folder, 'journal.json'))?.toString()
  const result = text === undefined ? undefined : parseWith(journalSchema, toJson(text))
  if (result && 'value' in result) return result.value
  throw unreadableJournal(folder)
}

function toJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined // not JSON: the schema rejects `undefined`
  }
}

interface LocatedEntry {
  readonly entry: Entry
  readonly root: string
}

/**
 * Files that the user has edited and that the killed run had not written: they are not restored. Lockfiles are skipped, because the package manager
 * wrote them and their expected contents are unknown. Throws `CHANGE_INTERRUPTED` if the run had written an edited file.
 */
async function findEdited(entries: readonly LocatedEntry[], folder: string): Promise<readonly string[]> {
  const edited: string[] = []
  for (const { entry, root } of entries) {
    const isRecorded = entry.written.length > 0
    if ((mayHaveChanged(entry) && !isRecorded) || !(await isEdited(root, entry, folder))) continue
    if (isRecorded) throw editedSince(entry.path, folder)
    edited.push(entry.path)
  }
  return edited
}

/** Absolute paths of the workspace's files that differ from their copies in the journal. */
async function findChanged(
  workspace: string | undefined,
  entries: readonly Entry[],
  folder: string,
): Promise<readonly string[]> {
  const changed: string[] = []
  if (workspace === undefined) return changed
  for (const entry of entries)
    if (entry.inWorkspace && (await isEdited(workspace, entry, folder))) changed.push(join(workspace, entry.path))
  return changed
}

/** Whether a site has a journal folder: a change is running, or was interrupted. */
const hasJournal = async (site: string): Promise<boolean> =>
  (await lstat(join(site, journalFolder)).catch(() => undefined))?.isDirectory() === true
