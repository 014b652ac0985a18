import { createRequire } from 'node:module'
import path from 'node:path'
import { SandboxError } from '../errors.js'

/** The package that brings the Solana virtual machine, and the version this sandbox is tested with. */
export const litesvmPackage = { name: 'litesvm', version: '1.5.0' }

/** The virtual machine, and the codecs that its own dependency brings. */
export interface SolanaModules {
  readonly litesvm: typeof import('litesvm')
  readonly kit: typeof import('@solana/kit')
}

/** The package's main file, looked for from `cwd` (the site) and then from this package. Throws `ENGINE_MISSING`. */
export function findLitesvm(cwd: string): string {
  const found = resolve(path.join(cwd, 'package.json')) ?? resolve(import.meta.url)
  if (found !== undefined) return found
  throw new SandboxError(
    'ENGINE_MISSING',
    `The Solana engine is not installed: run "npm install --save-dev --save-exact ${litesvmPackage.name}@${litesvmPackage.version}" and start the sandbox again.`,
  )
}

/** Loads the machine's native code. Throws what the package throws where it has no build for this computer. */
export function loadLitesvm(file: string): SolanaModules {
  const load = createRequire(file)
  return { litesvm: load(file), kit: load('@solana/kit') }
}

function resolve(origin: string): string | undefined {
  try {
    return createRequire(origin).resolve(litesvmPackage.name)
  } catch {
    return undefined // not installed there: the caller looks elsewhere
  }
}
