import { authenticator, createNamespace, definePlugin, namespace, transactions } from '@wallet-modal/kernel'
import { options, type SolanaOptions } from './options.js'
import type { SigningFunctions } from './transactions/wallet-access.js'

export type {
  SolanaBuiltCall,
  SolanaCall,
  SolanaInstruction,
  SolanaInstructionAccount,
  SolanaTransaction,
  SolanaWallet,
  SolanaWalletAccount,
  SolanaWalletChange,
  SolanaWalletFeatures,
} from './contract.js'
export type { SolanaOptions } from './options.js'

/**
 * Connects Solana wallets of the Wallet Standard. The provider of a connection is the wallet's Wallet Standard object. Its functions sign and send
 * serialized transactions.
 */
export const solana = definePlugin({
  name: '@wallet-modal/solana',
  kernel: '^0.1',
  provides: [namespace('solana'), transactions('solana')],
  optional: [authenticator],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: [
      'rpc:getBalance',
      'rpc:getMultipleAccounts',
      'rpc:getTokenAccountsByOwner',
      'rpc:getLatestBlockhash',
      'rpc:getEpochInfo',
      'rpc:simulateTransaction',
      'rpc:getFeeForMessage',
      'rpc:getRecentPrioritizationFees',
      'rpc:getMinimumBalanceForRentExemption',
      'rpc:sendTransaction',
      'rpc:getSignatureStatuses',
      'rpc:getTransaction',
      'rpc:getSignaturesForAddress',
    ],
    storage: ['connector', 'declined', 'network', 'submissions', 'transactions'],
  },
  setup(ctx, pluginOptions: SolanaOptions) {
    const functions: SigningFunctions = new WeakMap()
    const adapter = createNamespace(ctx, 'solana', {
      title: 'Solana',
      isIndexed: true,
      driver: async () => (await import('./driver.js')).createDriver(ctx, functions),
      transactions: {
        speeds: ['standard', 'fast', 'instant'],
        load: async () => (await import('./driver.js')).loadTransactions(ctx, functions),
      },
      discover: async () => (await import('./wallets/discovery.js')).discoverWallets(ctx, pluginOptions),
    })
    ctx.effect(() => {
      if ('solana' in window && /Mobi/.test(navigator.userAgent))
        import('@wallet-modal/kernel/in-app').then(({ connectInApp }) => connectInApp(ctx, adapter)).catch(ctx.log.warn)
    })
    return { adapter }
  },
})
