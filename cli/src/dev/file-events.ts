import { readdir, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { builtFolder } from '../plan/site/build-page.js'

const intervalMs = 500
const maxFiles = 2000
/** Files that a page loads, and the site's manifest. Excludes data and logs, which the site's own API may write on each load. */
const watched =
  /\.(?:html?|css|[cm]?[jt]s|[jt]sx|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf)$|^wallet-modal\.json$/i

/**
 * Watches the files of a page in a folder, and sends a server-sent event to the connected pages when a file changes. Ends the connections when the
 * signal is aborted. Polls every 500 ms while a page is connected. Ignores hidden files, `node_modules` and the built modal, and reads at most about
 * 2000 files and folders. Returns a function that connects a page.
 */
export function createFileEvents(folder: string, signal: AbortSignal): (response: ServerResponse) => void {
  const pages = new Set<ServerResponse>()
  let isPolling = false
  const poll = async (): Promise<void> => {
    isPolling = true
    let last = await fingerprintOf(folder)
    while (pages.size > 0 && !signal.aborted) {
      await setTimeout(intervalMs, undefined, { ref: false })
      const now = await fingerprintOf(folder)
      if (now !== last) for (const page of pages) page.write('data: changed\n\n')
      last = now
    }
    isPolling = false
  }
  const close = (): void => {
    for (const page of pages) page.end()
  }
  signal.addEventListener('abort', close, { once: true })
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write('\n')
    pages.add(response)
    response.once('close', () => pages.delete(response))
    if (!isPolling) void poll()
  }
}

/** Paths and modification times of the files, as text. */
async function fingerprintOf(folder: string): Promise<string> {
  const folders = [folder]
  const files: string[] = []
  let folderCount = 0
  for (let next = folders.pop(); next !== undefined && files.length + folderCount < maxFiles; next = folders.pop()) {
    folderCount += 1
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []) // deleted meanwhile
    for (const entry of entries) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || entry.name === builtFolder) continue
      const path = join(next, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (watched.test(entry.name)) files.push(`${path} ${(await stat(path).catch(() => undefined))?.mtimeMs}`) // undefined: deleted meanwhile
    }
  }
  return files.join('\n')
}
