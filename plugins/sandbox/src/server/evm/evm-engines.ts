import type { Engine } from '../engines/engine.js'
import type { Reaper } from '../engines/reaper.js'
import { messageOf } from '../errors.js'
import { localEvmNetworks } from '../networks.js'
import { findAnvil } from './anvil/anvil-binary.js'
import { createEvmEngine } from './evm-engine.js'

/** Engines of the local EVM chains. If there is no executable, or if `off` (a reason) is set, the engines are off and their status has the reason. */
export function evmEngines(options: {
  readonly cwd: string
  readonly reaper: Reaper
  readonly off?: string
}): readonly Engine[] {
  const binary = options.off === undefined ? locate(options.cwd) : { off: options.off }
  return localEvmNetworks.map((network) => createEvmEngine({ network, binary, reaper: options.reaper }))
}

function locate(cwd: string): string | { readonly off: string } {
  try {
    return findAnvil(cwd)
  } catch (error) {
    return { off: messageOf(error) }
  }
}
