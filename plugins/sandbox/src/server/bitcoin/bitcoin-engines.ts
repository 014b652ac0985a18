import { localBitcoinNetwork } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { findOrOff } from '../engines/find-or-off.js'
import type { Reaper } from '../engines/reaper.js'
import { createBitcoinEngine } from './bitcoin-engine.js'
import { findBitcoind } from './bitcoind-binary.js'

/** Engine of the local Bitcoin chain. If there is no executable, or if `off` (a reason) is set, the engine is off and its status has the reason. */
export function bitcoinEngines(options: {
  /** Path of the node's executable. Default: `BITCOIND_PATH`, else the first `bitcoind` on PATH. */
  readonly file?: string | undefined
  readonly reaper: Reaper
  /** Receives the error if a running node ends by itself. */
  readonly onEnd?: ((error: unknown) => void) | undefined
  readonly off?: string
}): readonly Engine[] {
  const binary = findOrOff(() => findBitcoind({ file: options.file }), options.off)
  return [createBitcoinEngine({ network: localBitcoinNetwork, binary, reaper: options.reaper, onEnd: options.onEnd })]
}
