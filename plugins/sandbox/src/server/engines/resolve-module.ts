import { createRequire } from 'node:module'

/** Path of a module's main file, resolved from the first origin (path or URL of a file) that has the module; `undefined` if none has it. */
export function resolveModule(request: string, origins: readonly string[]): string | undefined {
  for (const origin of origins)
    try {
      return createRequire(origin).resolve(request)
    } catch {
      // not installed there: the next origin is tried
    }
  return undefined
}
