import type { LocalNetwork } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { createLifecycle } from '../engines/lifecycle.js'
import type { Reaper } from '../engines/reaper.js'
import { messageOf, SandboxError } from '../errors.js'
import { type BitcoinNode, startBitcoinNode } from './bitcoin-node.js'
import { bitcoinDevelopmentAccounts } from './development-accounts.js'
import { toRegtestAddress } from './faucet.js'

export interface BitcoinEngineOptions {
  readonly network: LocalNetwork
  /** Path of the node's executable, or the reason why the engine is off. */
  readonly binary: string | { readonly off: string }
  readonly reaper: Reaper
  /** Default: 15 s. */
  readonly startTimeoutMs?: number
  /** Receives the error if the running node ends by itself. */
  readonly onEnd?: ((error: unknown) => void) | undefined
}

/** Local Bitcoin chain (regtest) on its own node. */
export function createBitcoinEngine({
  network,
  binary,
  reaper,
  startTimeoutMs = 15_000,
  onEnd,
}: BitcoinEngineOptions): Engine {
  const lifecycle = createLifecycle<BitcoinNode>({
    subject: `The Bitcoin engine of ${network.caipNetworkId}`,
    onEnd,
    ...(typeof binary !== 'string' && { off: binary.off }),
    launch: (abortSignal) =>
      startBitcoinNode({ binary: String(binary), reaper, timeoutMs: startTimeoutMs, abortSignal }),
  })
  const { status, node, reset, stop } = lifecycle

  return {
    ...{ namespace: network.namespace, network, accounts: bitcoinDevelopmentAccounts, status, reset, stop },
    start: async () => void (await node()),
    async request(body, abortSignal) {
      const { request } = await node()
      try {
        return await request(body, abortSignal)
      } catch (error) {
        const now = status()
        throw new SandboxError('ENGINE_DOWN', 'reason' in now ? now.reason : messageOf(error), { cause: error })
      }
    },
    toAddress: toRegtestAddress,
    nativeBalance: async (address) => (await node()).balance(address),
    holdBlocks: async (hold) => (await node()).holdBlocks(hold),
    // rejects if the amount is below the current balance
    setNativeBalance: async (address, amountBase) => (await node()).raise(address, amountBase),
  }
}
