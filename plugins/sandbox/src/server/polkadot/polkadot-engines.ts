import type { Engine } from '../engines/engine.js'
import type { Reaper } from '../engines/reaper.js'
import { messageOf } from '../errors.js'
import { localPolkadotNetwork, polkadotGenesisHash } from '../networks.js'
import { findPolkadotPackages, type PolkadotFiles } from './packages.js'
import { createPolkadotEngine } from './polkadot-engine.js'

/** Engine of the local Polkadot chain. If a package is missing, or if `off` (a reason) is set, the engine is off and its status has the reason. */
export function polkadotEngines(options: {
  readonly cwd: string
  readonly reaper: Reaper
  readonly off?: string
}): readonly Engine[] {
  const files = options.off === undefined ? locate(options.cwd) : { off: options.off }
  const { reaper } = options
  return [createPolkadotEngine({ network: localPolkadotNetwork, genesisHash: polkadotGenesisHash, files, reaper })]
}

function locate(cwd: string): PolkadotFiles | { readonly off: string } {
  try {
    return findPolkadotPackages(cwd)
  } catch (error) {
    return { off: messageOf(error) }
  }
}
