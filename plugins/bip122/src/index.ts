import { createNamespace, definePlugin, namespace, transactions } from '@wallet-modal/kernel'
import { bitcoinProviders } from './contract.js'
import { type Bip122Options, options } from './options.js'

export type {
  BitcoinCall,
  BitcoinListener,
  BitcoinProvider,
  BitcoinSession,
  SignedPsbt,
  SignMessageRequest,
  SignPsbtRequest,
} from './contract.js'
export type { Bip122Options } from './options.js'

/** Connects Bitcoin wallets of the Wallet Standard, of sats-connect, and with the interface of UniSat. The wallets sign messages and PSBTs. */
export const bip122 = definePlugin({
  name: '@wallet-modal/bip122',
  kernel: '^0.1',
  provides: [namespace('bip122'), transactions('bip122'), bitcoinProviders],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: [
      'rpc:scantxoutset',
      'rpc:scanblocks',
      'rpc:gettxout',
      'rpc:estimatesmartfee',
      'rpc:getmempoolinfo',
      'rpc:getmempoolentry',
      'rpc:getrawtransaction',
      'rpc:getblockhash',
      'rpc:getblockcount',
      'rpc:getblock',
      'rpc:sendrawtransaction',
    ],
    storage: ['connector', 'transactions', 'submissions'],
  },
  setup(ctx, pluginOptions: Bip122Options) {
    ctx.provide(bitcoinProviders, {
      create: async (wallet) => (await import('./wallets/provider.js')).createProvider(wallet),
      parseAddress: async (text, caipNetworkId) => (await import('./driver.js')).parseAddressOn(text, caipNetworkId),
    })
    return {
      adapter: createNamespace(ctx, 'bip122', {
        title: 'Bitcoin',
        driver: async () => (await import('./driver.js')).createDriver(ctx),
        transactions: {
          speeds: ['standard', 'fast', 'instant'],
          load: async () => (await import('./transactions/driver.js')).createBitcoinTransactions(ctx),
        },
        discover: async () => (await import('./wallets/discovery.js')).discoverWallets(ctx, pluginOptions),
      }),
    }
  },
})
