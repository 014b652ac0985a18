import { localSolanaNetwork, solanaGenesisHash } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { findOrOff } from '../engines/find-or-off.js'
import { findLitesvm } from './litesvm.js'
import { createSolanaEngine } from './solana-engine.js'

/** Engine of the local Solana chain. It is off if a package is missing or if `off` is set. `off`: reason, shown in its status. */
export function solanaEngines(options: { readonly cwd: string; readonly off?: string }): readonly Engine[] {
  const files = findOrOff(() => findLitesvm(options.cwd), options.off)
  return [createSolanaEngine({ network: localSolanaNetwork, genesisHash: solanaGenesisHash, files })]
}
