import * as v from 'valibot'
import type { LocalNetwork } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { createLifecycle } from '../engines/lifecycle.js'
import { createNodeRpc } from '../engines/node-rpc.js'
import { createQueue } from '../engines/queue.js'
import type { Reaper } from '../engines/reaper.js'
import { startAnvil } from './anvil/anvil-process.js'
import { createEvmAssets } from './assets/evm-assets.js'
import { deployContracts } from './contracts/deploy-contracts.js'
import { developmentAccounts } from './development-accounts.js'
import { createEvmEns } from './ens/evm-ens.js'
import { deliverOnEvm } from './evm-faucet.js'
import { createEvmMarket } from './evm-market.js'

export interface EvmEngineOptions {
  readonly network: LocalNetwork
  /** Path of the node's executable, or the reason why the engine is off. */
  readonly binary: string | { readonly off: string }
  readonly reaper: Reaper
  /** Default: 15 s. */
  readonly startTimeoutMs?: number
  /** Receives the error if the running node exits unexpectedly. */
  readonly onEnd?: ((error: unknown) => void) | undefined
}

const quantitySchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]+$/i),
  v.transform((text) => BigInt(text)),
)

/** Matches JSON-RPC bodies with a method that may change the chain. */
const mayChange = /"(eth_send\w+|(evm|anvil|hardhat)_\w+)"/

/** EVM chain on its own node. The node starts on first use. After a failure, the node starts again only after `reset()`. */
export function createEvmEngine(options: EvmEngineOptions): Engine {
  const { network, binary, reaper, startTimeoutMs = 15_000, onEnd } = options
  const [file, off] = typeof binary === 'string' ? [binary] : ['', binary.off]
  const chainId = Number(network.reference)
  const subject = `The EVM engine of ${network.caipNetworkId}`
  const lifecycle = createLifecycle({
    subject,
    onEnd,
    ...(off !== undefined && { off }),
    async launch(abortSignal) {
      const node = await startAnvil({ binary: file, chainId, reaper, timeoutMs: startTimeoutMs, abortSignal })
      await deployContracts(node.url, abortSignal).catch(async (error: unknown) => {
        await node.kill()
        throw error
      })
      return node
    },
  })
  const rpc = createNodeRpc(subject, lifecycle)
  const { request, call } = rpc
  const queueDelivery = createQueue()
  let assets = createEvmAssets(rpc)
  return {
    namespace: network.namespace,
    network,
    accounts: developmentAccounts,
    status: lifecycle.status,
    start: async () => void (await lifecycle.node()),
    async request(body, abortSignal) {
      const reply = await request(body, abortSignal)
      if (mayChange.test(body)) assets.scheduleIndexing()
      return reply
    },
    toAddress: (text) => (/^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : undefined),
    nativeBalance: async (address) => v.parse(quantitySchema, await call('eth_getBalance', [address, 'latest'])),
    setNativeBalance: async (address, amountBase) =>
      void (await call('anvil_setBalance', [address, `0x${amountBase.toString(16)}`])),
    async deliver(address, delivery) {
      const transaction = await queueDelivery(() => deliverOnEvm(rpc, address, delivery))
      assets.scheduleIndexing()
      return transaction
    },
    async holdBlocks(hold) {
      await call('evm_setAutomine', [!hold])
      if (!hold) await call('evm_mine', [])
    },
    get assets() {
      return assets
    },
    market: createEvmMarket(rpc),
    ens: createEvmEns(rpc),
    async reset() {
      assets.cancelIndexing()
      assets = createEvmAssets(rpc) // discards the index and the metadata of the old chain
      await lifecycle.reset()
    },
    stop: lifecycle.stop,
  }
}
