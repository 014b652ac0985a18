import type { Engine } from '../engines/engine.js'
import type { Reaper } from '../engines/reaper.js'
import { messageOf } from '../errors.js'
import { localBitcoinNetwork } from '../networks.js'
import { createBitcoinEngine } from './bitcoin-engine.js'
import { findBitcoind } from './bitcoind-binary.js'

/** Engine of the local Bitcoin chain. If there is no executable, or if `off` (a reason) is set, the engine is off and its status has the reason. */
export function bitcoinEngines(options: {
  /** Path of the node's executable. Default: `BITCOIND_PATH`, else the first `bitcoind` on PATH. */
  readonly file?: string | undefined
  readonly reaper: Reaper
  readonly off?: string
}): readonly Engine[] {
  const binary = options.off === undefined ? locate(options.file) : { off: options.off }
  return [createBitcoinEngine({ network: localBitcoinNetwork, binary, reaper: options.reaper })]
}

function locate(file: string | undefined): string | { readonly off: string } {
  try {
    return findBitcoind({ file })
  } catch (error) {
    return { off: messageOf(error) }
  }
}
