import path from 'node:path'
import { resolveModule } from '../engines/resolve-module.js'
import { SandboxError } from '../errors.js'

/** npm packages of the Polkadot node and of its chain specification, in the tested versions. */
export const polkadotPackages = [
  { name: '@acala-network/chopsticks', version: '1.1.0' },
  { name: '@substrate/connect-known-chains', version: '1.10.3' },
] as const

/** Paths of the main file of each package. */
export interface PolkadotFiles {
  readonly chopsticks: string
  /** Chain specification of Asset Hub on Rococo. No other specification in the package includes the runtime's code. */
  readonly genesis: string
}

/** Resolves the packages' files from `cwd` (the site), then from this package. Throws `ENGINE_MISSING`. */
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
  const chopsticks = resolveModule('@acala-network/chopsticks', [origin])
  const genesis = resolveModule('@substrate/connect-known-chains/rococo_v2_2_asset_hub', [origin])
  return chopsticks === undefined || genesis === undefined ? undefined : { chopsticks, genesis }
}
