import { invalid } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import type { LocalNetwork } from '../../local-networks.js'
import { readSs58 } from '../../ss58.js'
import type { Engine } from '../engines/engine.js'
import { createLifecycle } from '../engines/lifecycle.js'
import { createNodeRpc } from '../engines/node-rpc.js'
import type { Reaper } from '../engines/reaper.js'
import { SandboxError } from '../errors.js'
import { startChopsticks } from './chopsticks-process.js'
import { polkadotDevelopmentAccounts } from './development-accounts.js'
import { withJsonRpc } from './json-rpc.js'
import type { PolkadotFiles } from './packages.js'
import { createPolkadotAssets } from './polkadot-assets.js'
import { accountKey, readFree, withFree } from './system-account.js'

export interface PolkadotEngineOptions {
  readonly network: LocalNetwork
  /** `0x` and 64 hex digits. The first 32 digits are the CAIP-2 reference. */
  readonly genesisHash: string
  /** Paths of the packages' files, or the reason why the engine is off. */
  readonly files: PolkadotFiles | { readonly off: string }
  readonly reaper: Reaper
  /** Default: 60 s, because the node compiles the runtime when it starts. */
  readonly startTimeoutMs?: number
  /** Receives the error if the running node exits unexpectedly. */
  readonly onEnd?: ((error: unknown) => void) | undefined
}

const GENESIS_PLANCKS = 10_000n * 10n ** 12n
const MAX_PLANCKS = 2n ** 128n - 1n
const storageSchema = v.nullish(v.pipe(v.string(), v.regex(/^0x([\da-f]{2})+$/i)), null)

/** Substrate chain on its own node. The node starts on first use. After a failure, the node starts again only after `reset()`. */
export function createPolkadotEngine(options: PolkadotEngineOptions): Engine {
  const { network, genesisHash, files, reaper, startTimeoutMs: timeoutMs = 60_000, onEnd } = options
  const subject = `The Polkadot engine of ${network.caipNetworkId}`
  const genesisBalances = polkadotDevelopmentAccounts.map((address) => [address, GENESIS_PLANCKS] as const)
  const lifecycle = createLifecycle({
    subject,
    onEnd,
    ...('off' in files && { off: files.off }),
    async launch(abortSignal) {
      if ('off' in files) throw new SandboxError('ENGINE_OFF', files.off)
      return startChopsticks({ files, genesisHash, genesisBalances, reaper, timeoutMs, abortSignal })
    },
  })
  const rpc = createNodeRpc(subject, lifecycle)
  const { request, call } = rpc
  const keyOf = (address: string): string => {
    const account = readSs58(address)
    if (account?.isGeneric) return accountKey(account.id)
    throw invalid(`"${address}" is not an address of ${network.name}.`)
  }
  const storageOf = async (key: string): Promise<string | null> =>
    v.parse(storageSchema, await call('state_getStorage', [key]))

  return {
    namespace: network.namespace,
    network,
    accounts: polkadotDevelopmentAccounts,
    status: lifecycle.status,
    start: async () => void (await lifecycle.node()),
    request: (body, abortSignal) => withJsonRpc(body, (calls) => request(calls, abortSignal)),
    socketUrl: async () => (await lifecycle.node()).url.replace(/^http/, 'ws'),
    toAddress: (text) => (readSs58(text)?.isGeneric ? text : undefined),
    assets: createPolkadotAssets(rpc),
    nativeBalance: async (address) => readFree(await storageOf(keyOf(address))),
    async setNativeBalance(address, amountBase) {
      if (amountBase > MAX_PLANCKS) throw invalid('A Polkadot balance must be below 2^128 plancks.')
      const key = keyOf(address)
      await call('dev_setStorage', [[[key, withFree(await storageOf(key), amountBase)]]])
    },
    async holdBlocks(hold) {
      await call('dev_setBlockBuildMode', [hold ? 'Manual' : 'Instant'])
      if (!hold) await call('dev_newBlock', [])
    },
    reset: lifecycle.reset,
    stop: lifecycle.stop,
  }
}
