import { wordsOf } from '../../plan/packages/programs.js'
import { findPrograms, readOwnPackage } from '../packages/installed.js'

/**
 * Names of the programs that a site uses: words of its package scripts, and programs of the packages that it lists. Omits the programs of the package
 * `updated`, because another version will replace them.
 */
export async function readSiteTools(folder: string, updated?: string): Promise<ReadonlySet<string>> {
  const { listed, scripts } = await readOwnPackage(folder)
  const programs = await Promise.all(
    [...listed].filter((name) => name !== updated).map((name) => findPrograms(folder, name)),
  )
  return new Set([...wordsOf(scripts), ...programs.flat()])
}
