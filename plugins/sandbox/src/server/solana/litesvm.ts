import { createRequire } from 'node:module'
import path from 'node:path'
import { SandboxError } from '../errors.js'

/** npm package of the Solana virtual machine, in the tested version. */
export const litesvmPackage = { name: 'litesvm', version: '1.5.0' }

/** The virtual machine, and the codecs of its dependency. */
export interface SolanaModules {
  readonly litesvm: typeof import('litesvm')
  readonly kit: typeof import('@solana/kit')
}

/** Path of the package's main file, resolved from `cwd` (the site), then from this package. Throws `ENGINE_MISSING`. */
export function findLitesvm(cwd: string): string {
  const found = resolve(path.join(cwd, 'package.json')) ?? resolve(import.meta.url)
  if (found !== undefined) return found
  throw new SandboxError(
    'ENGINE_MISSING',
    `The Solana engine is not installed: run "npm install --save-dev --save-exact ${litesvmPackage.name}@${litesvmPackage.version}" and start the sandbox again.`,
  )
}

/** Loads the native module. Rethrows the package's error if it has no build for this platform. */
export function loadLitesvm(file: string): SolanaModules {
  const load = createRequire(file)
  return { litesvm: load(file), kit: load('@solana/kit') }
}

function resolve(origin: string): string | undefined {
  try {
    return createRequire(origin).resolve(litesvmPackage.name)
  } catch {
    return undefined // not installed there: the caller tries the next location
  }
}
