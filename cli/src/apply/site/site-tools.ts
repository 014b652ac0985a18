import { programsOf, wordsOf } from '../../plan/packages/programs.js'
import { findInstalled, readOwnPackage } from '../packages/installed.js'

/**
 * Names of the programs that a site uses: words of its package scripts, and programs of the packages that it lists. Omits the package `updated`, which
 * another version will replace.
 */
export async function readSiteTools(folder: string, updated?: string): Promise<ReadonlySet<string>> {
  const { listed, scripts } = await readOwnPackage(folder)
  const installed = await Promise.all(
    [...listed].filter((name) => name !== updated).map((name) => findInstalled(folder, name)),
  )
  return new Set([
    ...wordsOf(scripts),
    ...installed.flatMap((found) => (found ? programsOf(found.json.name, found.json, []) : [])),
  ])
}
