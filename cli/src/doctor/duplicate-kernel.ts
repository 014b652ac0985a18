import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findInstalled, parsePackageJson } from '../apply/installed.js'
import { readText } from '../apply/read-file.js'
import { kernelName } from '../plan/first-party.js'
import type { Check } from './finding.js'

/** Whether more than one copy of the kernel is installed: plugins of one copy cannot work with another. */
export const checkDuplicateKernel: Check = async ({ folder }) => {
  const copies = await findCopies(folder, kernelName)
  if (copies.length < 2) return []
  const shown = await Promise.all(copies.map(async (copy) => `${await versionOf(copy)} in ${copy}`))
  return [
    {
      id: 'duplicate-kernel',
      severity: 'error',
      what: `There are ${copies.length} copies of ${kernelName}: ${shown.join('; ')}.`,
      why: 'Signals and plugins of one copy do not work with another: the modal refuses to start (DUPLICATE_KERNEL).',
      fix: `Install one version that all plugins accept, then run your package manager’s "dedupe". See who asks for it: npm ls ${kernelName}`,
    },
  ]
}

/** The real folders of every copy of a package that the site could load. */
export async function findCopies(folder: string, name: string): Promise<readonly string[]> {
  const copies = new Set<string>()
  const seen = new Set<string>()
  const own = await findInstalled(folder, name)
  const roots = new Set([folder, ...(own ? [dirname(join(own.folder, ...name.split('/').map(() => '..')))] : [])])
  for (const root of roots) await visitModules(join(root, 'node_modules'), { name, copies, seen })
  return [...copies].sort()
}

interface Search {
  readonly name: string
  readonly copies: Set<string>
  readonly seen: Set<string>
}

async function visitModules(modules: string, search: Search): Promise<void> {
  for (const entry of await entriesOf(modules)) {
    const path = join(modules, entry)
    if (entry === '.pnpm')
      for (const inner of await entriesOf(path)) await visitModules(join(path, inner, 'node_modules'), search)
    else if (entry.startsWith('@'))
      for (const inner of await entriesOf(path)) await visitPackage(join(path, inner), `${entry}/${inner}`, search)
    else if (!entry.startsWith('.')) await visitPackage(path, entry, search)
  }
}

async function visitPackage(path: string, name: string, search: Search): Promise<void> {
  const real = await realpath(path).catch(() => undefined) // a dangling link holds no copy
  if (real === undefined || search.seen.has(real)) return
  search.seen.add(real)
  if (name === search.name && (await readText(join(real, 'package.json')).catch(() => undefined)) !== undefined)
    search.copies.add(real)
  await visitModules(join(real, 'node_modules'), search)
}

const entriesOf = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []) // no folder: nothing in it

async function versionOf(folder: string): Promise<string> {
  const text = await readText(join(folder, 'package.json'))
  return text === undefined ? 'unknown' : parsePackageJson(kernelName, text).version
}
