import { stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import {
  checkedPaths,
  checkedPathsAbove,
  type Snapshot,
  sitePathKey,
  textFiles,
  textFilesAbove,
} from '../../plan/detect/snapshot.js'
import { readText } from './read-file.js'

const maxParents = 8

/**
 * Reads the files from which the site is detected: in a folder, and in its parents up to the root of the Git repository (at most 8 parents). Throws
 * `FILE_ERROR` if a file of the folder itself cannot be read.
 */
export async function readSnapshot(folder: string): Promise<Snapshot> {
  const own = [
    [sitePathKey, resolve(folder).split(sep).join('/')] as const,
    ...(await read(folder, '', { names: textFiles, readOne: (path) => readText(path) })),
    ...(await existingOf(folder, '', checkedPaths)),
  ]
  return new Map([...own, ...((await isRepository(folder)) ? [] : await readUpwards(dirname(folder), 1, folder))])
}

type Entries = readonly (readonly [path: string, text: string])[]

async function readUpwards(folder: string, depth: number, below: string): Promise<Entries> {
  if (folder === below || depth > maxParents) return []
  const prefix = '../'.repeat(depth)
  const entries = [
    ...(await read(folder, prefix, { names: textFilesAbove, readOne: readIfReadable })),
    ...(await existingOf(folder, prefix, checkedPathsAbove)),
  ]
  return (await isRepository(folder))
    ? entries
    : [...entries, ...(await readUpwards(dirname(folder), depth + 1, folder))]
}

const isRepository = async (folder: string): Promise<boolean> =>
  (await existingOf(folder, '', ['.git/', '.git'])).length > 0

/** Ignores unreadable files: folders above the site may belong to other users. */
const readIfReadable = (path: string): Promise<string | undefined> => readText(path).catch(() => undefined)

interface ReadOptions {
  readonly names: readonly string[]
  readonly readOne: (path: string) => Promise<string | undefined>
}

async function read(folder: string, prefix: string, { names, readOne }: ReadOptions): Promise<Entries> {
  const texts = await Promise.all(names.map((name) => readOne(join(folder, name))))
  return names.flatMap((name, index) => {
    const text = texts[index]
    return text === undefined ? [] : [[prefix + name, text] as const]
  })
}

/** Entries with an empty text for the paths that exist. A name that ends with `/` must be a folder. */
async function existingOf(folder: string, prefix: string, names: readonly string[]): Promise<Entries> {
  const found = await Promise.all(names.map((name) => exists(join(folder, name), name.endsWith('/'))))
  return names.flatMap((name, index) => (found[index] ? [[prefix + name, ''] as const] : []))
}

async function exists(path: string, wantsFolder: boolean): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined) // treat unreadable files as missing
  return stats !== undefined && stats.isDirectory() === wantsFolder
}
