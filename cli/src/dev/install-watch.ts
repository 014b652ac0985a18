import { createHash } from 'node:crypto'
import { unwatchFile, watchFile } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findWorkspaceOf } from '../apply/packages/site-manager.js'

const intervalMs = 500

/** Files that package managers write at the end of an installation: npm, pnpm, Yarn 4, Yarn 1, Bun. */
const listFiles = [
  'node_modules/.package-lock.json',
  'node_modules/.pnpm/lock.yaml',
  'node_modules/.yarn-state.yml',
  'node_modules/.yarn-integrity',
  'bun.lock',
]

/** Calls `onInstalled` each time the installed packages of a site have changed, until the signal is aborted. Polls every 500 ms. */
export async function watchInstalled(folder: string, signal: AbortSignal, onInstalled: () => void): Promise<void> {
  const root = (await findWorkspaceOf(folder)) ?? folder
  for (const file of listFiles) await watchContents(join(root, file), signal, onInstalled)
}

/** Calls `onChange` each time the contents of a file have changed, until the signal is aborted. Polls every 500 ms. Does not report a deleted file. */
export async function watchContents(path: string, signal: AbortSignal, onChange: () => void): Promise<void> {
  let lastDigest = await digestOf(path)
  const compare = async (): Promise<void> => {
    const digest = await digestOf(path)
    if (digest === undefined || digest === lastDigest || signal.aborted) return
    lastDigest = digest
    onChange()
  }
  watchFile(path, { interval: intervalMs, persistent: false }, () => void compare())
  signal.addEventListener('abort', () => unwatchFile(path), { once: true })
}

/** Digest of a file, or `undefined` if it cannot be read, such as during an installation. */
const digestOf = async (path: string): Promise<string | undefined> => {
  const bytes = await readFile(path).catch(() => undefined)
  return bytes && createHash('sha256').update(bytes).digest('hex')
}
