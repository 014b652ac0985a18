import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { packageFile } from '../../plan/changes/change-plan.js'
import { parseJson } from '../../plan/files/json.js'

/**
 * Whether a package.json has the contents that this run wrote (`written`, by path). Package managers reorder and reformat it, so comparing bytes is
 * not enough.
 */
export function isSamePackage(path: string, now: Buffer | undefined, written: ReadonlyMap<string, string>): boolean {
  const text = written.get(path)
  if (basename(path) !== packageFile || now === undefined || text === undefined) return false
  try {
    return isDeepStrictEqual(parseJson(now.toString()), parseJson(text))
  } catch {
    return false // not JSON, so no package manager wrote it
  }
}
