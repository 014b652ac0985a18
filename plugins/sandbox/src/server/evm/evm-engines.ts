import { localEvmNetworks } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { findOrOff } from '../engines/find-or-off.js'
import type { Reaper } from '../engines/reaper.js'
import { findAnvil } from './anvil/anvil-binary.js'
import { createEvmEngine } from './evm-engine.js'

/** Engines of the local EVM chains. They are off if no Anvil executable is found or if `off` is set. `off`: reason, shown in their status. */
export function evmEngines(options: {
  readonly cwd: string
  readonly reaper: Reaper
  /** Receives the error if a running node exits unexpectedly. */
  readonly onEnd?: ((error: unknown) => void) | undefined
  readonly off?: string
}): readonly Engine[] {
  const binary = findOrOff(() => findAnvil(options.cwd), options.off)
  return localEvmNetworks.map((network) =>
    createEvmEngine({ network, binary, reaper: options.reaper, onEnd: options.onEnd }),
  )
}
