import { CliError } from '../../errors.js'

const reservedOnWindows =
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029<>:"|?*\\]/u
/** Characters that some file systems or tools convert to `.` or `/`. */
const lookalikes = /[\u2024\u2025\u2026\ufe52\uff0e\u2044\u2215\u2571\u29f8\uff0f\uff3c\u29f5\ufe68\u3002\uff61]/u
const maxNameBytes = 255

/** Reason why a file or folder name is invalid on at least one operating system; `undefined` if it is valid on all. */
export function segmentProblem(segment: string): string | undefined {
  if (segment === '') return 'has an empty part'
  if (segment === '.' || segment === '..') return `has a "${segment}" part`
  if (forbidden.test(segment))
    return 'has a character that is not allowed in file names (control, invisible, or one of <>:"|?*\\)'
  if (lookalikes.test(segment)) return 'has a character that looks like a dot or a slash'
  if (reservedOnWindows.test(segment)) return `has the part "${segment}", a device name on Windows`
  if (/[. ]$/.test(segment)) return 'has a part that ends with a dot or a space'
  if (/^[ ~-]/.test(segment)) return 'has a part that begins with a space, "~" or "-"'
  if (/~\d/.test(segment)) return 'has a part that may be a short name on Windows'
  if (Buffer.byteLength(segment) > maxNameBytes) return `has a part longer than ${maxNameBytes} bytes`
  return undefined
}

/**
 * Validates text as a relative path inside a folder: separated by `/`, each segment valid on every system. Returns the path without a leading `./`.
 * Throws `INVALID_PATH`, with `field` in its message. Checks text only; `pathInside` also checks symbolic links.
 */
export function guardPath(field: string, path: unknown): string {
  if (typeof path !== 'string') throw invalid(field, String(path), 'is not text')
  const relative = path.startsWith('./') ? path.slice(2) : path
  if (relative.startsWith('/') || /^[a-z]:/i.test(relative)) throw invalid(field, path, 'is absolute')
  if (relative.length > 4096) throw invalid(field, path, 'is longer than 4096 characters')
  for (const segment of relative.split('/')) {
    const problem = segmentProblem(segment)
    if (problem) throw invalid(field, path, problem)
  }
  return relative
}

/** Validates all paths. Refuses two paths that are the same file on a system that ignores differences in case or in Unicode normalization. */
export function guardPaths(field: string, paths: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  return paths.map((path) => {
    const safe = guardPath(field, path)
    const key = safe.normalize('NFKC').toLowerCase()
    const other = seen.get(key)
    if (other !== undefined) throw invalid(field, path, `is the same file as "${other}" on some systems`)
    seen.set(key, safe)
    return safe
  })
}

const invalid = (field: string, path: string, problem: string): CliError =>
  new CliError('INVALID_PATH', `${field}: the path ${JSON.stringify(path.slice(0, 200))} ${problem}.`, {
    advice: 'Use a relative path made of plain names, such as "src/main.ts".',
  })
