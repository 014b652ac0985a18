import { authenticator, createNamespace, definePlugin, namespace, transactions } from '@wallet-modal/kernel'
import { type Eip155Options, options } from './options.js'

export type { Eip1193Provider, EvmCall } from './contract.js'
export type { Eip155Options } from './options.js'

/**
 * Connects EVM wallets that announce themselves (EIP-6963) and, while no wallet announces itself, the wallet in `window.ethereum`. The provider of a
 * connection is the wallet's EIP-1193 provider.
 */
export const eip155 = definePlugin({
  name: '@wallet-modal/eip155',
  kernel: '^0.1',
  provides: [namespace('eip155'), transactions('eip155')],
  optional: [authenticator],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: [
      'rpc:eth_get*',
      'rpc:eth_call',
      'rpc:eth_estimateGas',
      'rpc:eth_feeHistory',
      'rpc:eth_maxPriorityFeePerGas',
      'rpc:eth_gasPrice',
      'rpc:eth_blockNumber',
      'rpc:eth_simulateV1',
    ],
    storage: ['connector', 'declined', 'transactions', 'submissions'],
  },
  setup(ctx, pluginOptions: Eip155Options) {
    const adapter = createNamespace(ctx, 'eip155', {
      title: 'EVM',
      isIndexed: true,
      driver: async () => (await import('./driver.js')).createDriver(ctx),
      transactions: {
        speeds: ['standard', 'fast', 'instant'],
        load: async () => (await import('./driver.js')).loadTransactions(ctx),
      },
      discover: async () => (await import('./wallets/discovery.js')).discoverWallets(ctx, pluginOptions),
    })
    ctx.effect(() => {
      if ('ethereum' in window && /Mobi/.test(navigator.userAgent))
        import('@wallet-modal/kernel/in-app').then(({ connectInApp }) => connectInApp(ctx, adapter)).catch(ctx.log.warn)
    })
    return { adapter }
  },
})
