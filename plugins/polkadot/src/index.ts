import { createNamespace, definePlugin, namespace, transactions } from '@wallet-modal/kernel'
import { createChainContext } from './chain-context.js'
import { options, type PolkadotOptions } from './options.js'

export type {
  DecodedCall,
  InjectedAccount,
  InjectedAccounts,
  InjectedExtension,
  InjectedSigner,
  PalletCall,
  PolkadotCall,
  SignRawRequest,
  SignResult,
} from './contract.js'
export type { PolkadotOptions } from './options.js'

/**
 * Connects the Polkadot extensions in `window.injectedWeb3`, for Polkadot, Kusama and their parachains. Provides accounts, signers and transactions.
 */
export const polkadot = definePlugin({
  name: '@wallet-modal/polkadot',
  kernel: '^0.1',
  provides: [namespace('polkadot'), transactions('polkadot')],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: [
      'rpc:author_submitExtrinsic',
      'rpc:chain_getBlock',
      'rpc:chain_getBlockHash',
      'rpc:chain_getFinalizedHead',
      'rpc:chain_getHeader',
      'rpc:rpc_methods',
      'rpc:state_call',
      'rpc:state_getKeysPaged',
      'rpc:state_getMetadata',
      'rpc:state_getRuntimeVersion',
      'rpc:state_getStorage',
      'rpc:state_queryStorageAt',
      'rpc:system_accountNextIndex',
      'rpc:system_chain',
      'rpc:system_properties',
    ],
    storage: ['connector', 'transactions', 'submissions'],
  },
  setup(ctx, pluginOptions: PolkadotOptions) {
    const chains = createChainContext(ctx, pluginOptions)
    return {
      adapter: createNamespace(ctx, 'polkadot', {
        title: 'Polkadot',
        driver: async () => (await import('./driver.js')).createDriver(chains),
        transactions: {
          speeds: [],
          load: async () => (await import('./transactions/driver.js')).createPolkadotTransactions(chains),
        },
        discover: async () => (await import('./wallets/discovery.js')).discoverWallets(ctx),
      }),
    }
  },
})
