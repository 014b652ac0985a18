import type { Engine } from '../engines/engine.js'
import { messageOf } from '../errors.js'
import { localSolanaNetwork, solanaGenesisHash } from '../networks.js'
import { findLitesvm, type SolanaFiles } from './litesvm.js'
import { createSolanaEngine } from './solana-engine.js'

/** Engine of the local Solana chain. If a package is missing, or if `off` (a reason) is set, the engine is off and its status has the reason. */
export function solanaEngines(options: { readonly cwd: string; readonly off?: string }): readonly Engine[] {
  const files = options.off === undefined ? locate(options.cwd) : { off: options.off }
  return [createSolanaEngine({ network: localSolanaNetwork, genesisHash: solanaGenesisHash, files })]
}

function locate(cwd: string): SolanaFiles | { readonly off: string } {
  try {
    return findLitesvm(cwd)
  } catch (error) {
    return { off: messageOf(error) }
  }
}
