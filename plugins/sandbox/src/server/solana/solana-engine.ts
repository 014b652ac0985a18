import { base58 } from '@scure/base'
import { invalid } from '@wallet-modal/gateway/server'
import type { LocalNetwork } from '../../local-networks.js'
import type { Engine, EngineStatus } from '../engines/engine.js'
import { messageOf, SandboxError, type SandboxErrorCode } from '../errors.js'
import { solanaDevelopmentAccounts } from './development-accounts.js'
import { loadLitesvm, type SolanaFiles, type SolanaModules } from './litesvm.js'
import { addLocalNames } from './local-names.js'
import { addLocalMarket } from './market/local-market.js'
import { createSolanaRouter } from './market/solana-router.js'
import { createSolanaRpc } from './rpc/solana-rpc.js'
import { createSolanaChain, type SolanaChain } from './solana-chain.js'
import { addLocalMints } from './tokens/local-mints.js'
import { createSolanaAssets } from './tokens/solana-assets.js'

export interface SolanaEngineOptions {
  readonly network: LocalNetwork
  /** Base58; the first 32 characters are the CAIP-2 reference. */
  readonly genesisHash: string
  /** Paths of the engine's modules, or the reason why the engine is off. */
  readonly files: SolanaFiles | { readonly off: string }
}

interface Node {
  readonly chain: SolanaChain
  readonly kit: SolanaModules['kit']
  readonly answer: (body: string) => string
}

type EngineState =
  | { readonly state: 'idle' | 'stopped' }
  | { readonly state: 'off' | 'failed'; readonly reason: string; readonly code: SandboxErrorCode }
  | { readonly state: 'running'; readonly node: Node }

const GENESIS_LAMPORTS = 10_000n * 10n ** 9n
const MAX_LAMPORTS = 2n ** 64n - 1n

/** Solana chain in the sandbox's own process. The virtual machine is loaded on first use. */
export function createSolanaEngine({ network, genesisHash, files }: SolanaEngineOptions): Engine {
  const { caipNetworkId, namespace } = network
  let state: EngineState = 'off' in files ? { state: 'off', reason: files.off, code: 'ENGINE_OFF' } : { state: 'idle' }
  let modules: SolanaModules | undefined

  const launch = (modulePaths: SolanaFiles): Node => {
    try {
      modules ??= loadLitesvm(modulePaths)
      const chain = createSolanaChain(modules)
      for (const address of solanaDevelopmentAccounts) chain.setBalance(address, GENESIS_LAMPORTS)
      addLocalMints(chain)
      addLocalNames(chain)
      addLocalMarket(chain)
      const { kit } = modules
      const node = { chain, kit, answer: createSolanaRpc({ chain, kit, genesisHash }) }
      state = { state: 'running', node }
      return node
    } catch (error) {
      const reason = `The Solana engine of ${caipNetworkId} did not start: ${messageOf(error)}`
      state = { state: 'failed', reason, code: 'ENGINE_START_FAILED' }
      throw new SandboxError('ENGINE_START_FAILED', reason, { cause: error })
    }
  }
  const running = (): Node => {
    if (state.state === 'running') return state.node
    if (state.state === 'idle' && !('off' in files)) return launch(files)
    if (state.state === 'off' || state.state === 'failed') throw new SandboxError(state.code, state.reason)
    throw new SandboxError('ENGINE_DOWN', `The Solana engine of ${caipNetworkId} was stopped.`)
  }
  return {
    namespace,
    network,
    accounts: solanaDevelopmentAccounts,
    status: () => toStatus(state),
    start: async () => void running(),
    request: async (body) => running().answer(body),
    toAddress: (text) => (isAddress(text) ? text : undefined),
    assets: createSolanaAssets(() => running().chain),
    router: createSolanaRouter(running),
    nativeBalance: async (address) => running().chain.balance(address),
    async setNativeBalance(address, amountBase) {
      if (amountBase > MAX_LAMPORTS) throw invalid('A Solana balance must be below 2^64 lamports.')
      running().chain.setBalance(address, amountBase)
    },
    async deliver(address, { token, amountBase }) {
      if (token !== undefined) throw invalid('The Solana engine can deliver only the native coin.')
      return { hash: running().chain.airdrop(address, amountBase), status: async () => 'confirmed' }
    },
    async reset() {
      if (state.state === 'off' || state.state === 'stopped') running() // throws the error of this state
      state = { state: 'idle' }
    },
    async stop() {
      if (state.state !== 'off') state = { state: 'stopped' }
    },
  }
}

/** Whether a text is 32 bytes in base58. Does not use the kit's `isAddress`, because the kit may not be loaded yet. */
const isAddress = (text: string): boolean =>
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && base58.decode(text).length === 32

function toStatus(state: EngineState): EngineStatus {
  if (state.state === 'running') return { state: 'running', processId: process.pid }
  if (state.state === 'off' || state.state === 'failed') return { state: state.state, reason: state.reason }
  return { state: state.state }
}
