import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { packageFile } from '../../plan/changes/change-plan.js'
import { parseJson } from '../../plan/files/json.js'

/**
 * Whether a package.json says what this run has written into it (`written`, by path). Package managers order and indent it anew while they
 * install, so its bytes alone do not tell that a person was there.
 */
export function isSamePackage(path: string, now: Buffer | undefined, written: ReadonlyMap<string, string>): boolean {
  const text = written.get(path)
  if (basename(path) !== packageFile || now === undefined || text === undefined) return false
  try {
    return isDeepStrictEqual(parseJson(now.toString()), parseJson(text))
  } catch {
    return false // no JSON any more: no package manager wrote that
  }
}
