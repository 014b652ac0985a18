import type { Engine } from '../engines/engine.js'
import type { Reaper } from '../engines/reaper.js'
import { messageOf } from '../errors.js'
import { localBitcoinNetwork } from '../networks.js'
import { createBitcoinEngine } from './bitcoin-engine.js'
import { findBitcoind } from './bitcoind-binary.js'

/** Engine of the local Bitcoin chain. Without an executable, or with `off`, it serves nothing and reports why. */
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
