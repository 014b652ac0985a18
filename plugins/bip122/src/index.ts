import { createNamespace, definePlugin, namespace } from '@wallet-modal/kernel'
import { bitcoinProviders } from './contract.js'
import { type Bip122Options, options } from './options.js'

export type { BitcoinProvider } from './contract.js'
export type { Bip122Options } from './options.js'

/** Bitcoin: finds wallets (Wallet Standard, sats-connect, the Unisat family), connects them and hands out a PSBT signer. */
export const bip122 = definePlugin({
  name: '@wallet-modal/bip122',
  kernel: '^0.1',
  provides: [namespace('bip122'), bitcoinProviders],
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
    storage: ['connector'],
  },
  setup(ctx, given: Bip122Options) {
    ctx.provide(bitcoinProviders, {
      create: async (wallet) => (await import('./provider.js')).createProvider(wallet),
    })
    return {
      adapter: createNamespace(ctx, 'bip122', {
        title: 'Bitcoin',
        driver: async () => (await import('./driver.js')).createDriver(ctx),
        discover: async () => (await import('./discovery.js')).discoverWallets(ctx, given),
      }),
    }
  },
})
