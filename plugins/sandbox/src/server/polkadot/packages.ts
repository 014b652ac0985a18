import { createRequire } from 'node:module'
import path from 'node:path'
import { SandboxError } from '../errors.js'

/** The packages that bring the Polkadot node and the chain it runs, and the versions this sandbox is tested with. */
export const polkadotPackages = [
  { name: '@acala-network/chopsticks', version: '1.1.0' },
  { name: '@substrate/connect-known-chains', version: '1.10.3' },
] as const

/** Main files: the node's, and the one of the chain's genesis. */
export interface PolkadotFiles {
  readonly chopsticks: string
  /** Holds Asset Hub on Rococo: the only known chain specification that carries the runtime's code. */
  readonly genesis: string
}

/** The packages' files, looked for from `cwd` (the site) and then from this package. Throws `ENGINE_MISSING`. */
export function findPolkadotPackages(cwd: string): PolkadotFiles {
  const found = findFrom(path.join(cwd, 'package.json')) ?? findFrom(import.meta.url)
  if (found !== undefined) return found
  const missing = polkadotPackages.map(({ name, version }) => `${name}@${version}`).join(' ')
  throw new SandboxError(
    'ENGINE_MISSING',
    `The Polkadot engine is not installed: run "npm install --save-dev --save-exact ${missing}" and start the sandbox again.`,
  )
}

function findFrom(origin: string): PolkadotFiles | undefined {
  const chopsticks = resolve(origin, '@acala-network/chopsticks')
  const genesis = resolve(origin, '@substrate/connect-known-chains/rococo_v2_2_asset_hub')
  return chopsticks === undefined || genesis === undefined ? undefined : { chopsticks, genesis }
}

function resolve(origin: string, request: string): string | undefined {
  try {
    return createRequire(origin).resolve(request)
  } catch {
    return undefined // not installed there: the caller looks elsewhere
  }
}
