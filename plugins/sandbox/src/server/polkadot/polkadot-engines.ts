import { localPolkadotNetwork, polkadotGenesisHash } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { findOrOff } from '../engines/find-or-off.js'
import type { Reaper } from '../engines/reaper.js'
import { findPolkadotPackages } from './packages.js'
import { createPolkadotEngine } from './polkadot-engine.js'

/** Engine of the local Polkadot chain. It is off if a package is missing or if `off` is set. `off`: reason, shown in its status. */
export function polkadotEngines(options: {
  readonly cwd: string
  readonly reaper: Reaper
  /** Receives the error if a running node exits unexpectedly. */
  readonly onEnd?: ((error: unknown) => void) | undefined
  readonly off?: string
}): readonly Engine[] {
  const files = findOrOff(() => findPolkadotPackages(options.cwd), options.off)
  const { reaper, onEnd } = options
  return [
    createPolkadotEngine({ network: localPolkadotNetwork, genesisHash: polkadotGenesisHash, files, reaper, onEnd }),
  ]
}
