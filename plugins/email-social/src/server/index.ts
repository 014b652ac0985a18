import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('../assets/frame/', import.meta.url)

/**
 * Files of the embedded wallet's frame by name, for the gateway, which serves them on a separate origin: `main.js`, its lazily loaded chunks, and
 * `style.css`.
 */
export async function readFrameFiles(): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder)
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as const)),
  )
}
