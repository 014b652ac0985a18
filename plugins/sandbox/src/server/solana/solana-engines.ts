import type { Engine } from '../engines/engine.js'
import { messageOf } from '../errors.js'
import { localSolanaNetwork, solanaGenesisHash } from '../networks.js'
import { findLitesvm } from './litesvm.js'
import { createSolanaEngine } from './solana-engine.js'

/** Engine of the local Solana chain. Without `litesvm`, or with `off`, it serves nothing and reports why. */
export function solanaEngines(options: { readonly cwd: string; readonly off?: string }): readonly Engine[] {
  const file = options.off === undefined ? locate(options.cwd) : { off: options.off }
  return [createSolanaEngine({ network: localSolanaNetwork, genesisHash: solanaGenesisHash, file })]
}

function locate(cwd: string): string | { readonly off: string } {
  try {
    return findLitesvm(cwd)
  } catch (error) {
    return { off: messageOf(error) }
  }
}
