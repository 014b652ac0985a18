import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { readText } from '../files/read-file.js'

/** A file with source code of the site. */
export interface SourceFile {
  /** Path relative to the site, with `/`. */
  readonly path: string
  readonly text: string
}

const source = /\.(?:[cm]?[jt]sx?|svelte|vue|astro)$/
/** Matches folders without source code: hidden folders, and folders of installed or built files. */
const notSource = /^(?:\.|node_modules$|dist$|build$|out$|coverage$)/
const maxFiles = 10_000

/**
 * Source files of a site. Skips hidden folders, build folders, unreadable files and folders, and files larger than 1 MiB. Reads about 10 000 files at
 * most.
 */
export async function* readSources(site: string): AsyncGenerator<SourceFile> {
  const folders = [site]
  let fileCount = 0
  for (let next = folders.pop(); next !== undefined && fileCount < maxFiles; next = folders.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []) // unreadable, or deleted meanwhile
    for (const entry of entries) {
      const path = join(next, entry.name)
      if (entry.isDirectory() && !notSource.test(entry.name)) folders.push(path)
      if (!entry.isFile() || !source.test(entry.name)) continue
      fileCount += 1
      const text = await readText(path).catch(() => undefined) // unreadable, or too large for source code
      if (text !== undefined) yield { path: relative(site, path).replaceAll(sep, '/'), text }
    }
  }
}
