export { memoryStore, type Store } from '@wallet-modal/gateway/server'
export {
  type LocalNetwork,
  localBitcoinNetwork,
  localEvmNetworks,
  localPolkadotNetwork,
  localSolanaNetwork,
} from '../local-networks.js'
export { createSandboxApp, type SandboxAppOptions } from './app.js'
export { bitcoinDevelopmentAccounts } from './bitcoin/development-accounts.js'
export type { CatalogueWallet, WalletRecord } from './catalogue/wallet.js'
export { wallets } from './catalogue/wallets.js'
export { type Engine, type EngineStatus, isServing } from './engines/engine.js'
export { isSandboxError, SandboxError, type SandboxErrorCode } from './errors.js'
export { localContracts } from './evm/contracts/local-contracts.js'
export { developmentAccounts } from './evm/development-accounts.js'
export { polkadotDevelopmentAccounts } from './polkadot/development-accounts.js'
export { REFUSED_PROJECT_ID, type Relay } from './relay/relay.js'
export { solanaDevelopmentAccounts } from './solana/development-accounts.js'
export { localMints } from './solana/tokens/local-mints.js'
export { type Sandbox, type SandboxOptions, startSandbox } from './start.js'
