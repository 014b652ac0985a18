import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('../assets/frame/', import.meta.url)

/**
 * Reads the files of the embedded wallet's frame, approval window and dashboard, by name: scripts, `style.css` and `LICENSES.txt`. The gateway serves
 * these files on a separate origin.
 */
export async function readFrameFiles(): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder)
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as const)),
  )
}
