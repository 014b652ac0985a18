import { createNamespace, definePlugin, namespace, transactions } from '@wallet-modal/kernel'
import { type Eip155Options, options } from './options.js'
import type { WalletAccess } from './transactions/wallet-access.js'

export type { Eip1193Provider, EvmCall } from './contract.js'
export type { Eip155Options } from './options.js'

/** EVM chains: finds wallets (EIP-6963, `window.ethereum`), connects them and hands out their EIP-1193 provider. */
export const eip155 = definePlugin({
  name: '@wallet-modal/eip155',
  kernel: '^0.1',
  provides: [namespace('eip155'), transactions('eip155')],
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
  setup(ctx, given: Eip155Options) {
    /** Shared by the driver and the transactions: which wallets are connected. */
    let wallets: WalletAccess | undefined
    const adapter = createNamespace(ctx, 'eip155', {
      title: 'EVM',
      isIndexed: true,
      async driver() {
        const { createDriver, createWallets } = await import('./driver.js')
        wallets ??= createWallets()
        return createDriver(ctx, wallets)
      },
      transactions: {
        speeds: ['standard', 'fast', 'instant'],
        async load() {
          const [{ createEvmTransactions }, { createWallets }] = await Promise.all([
            import('./transactions/driver.js'),
            import('./driver.js'),
          ])
          wallets ??= createWallets()
          return createEvmTransactions(ctx, wallets)
        },
      },
      discover: async () => (await import('./discovery.js')).discoverWallets(ctx, given),
    })
    ctx.effect(() => {
      if ('ethereum' in window && /Mobi/.test(navigator.userAgent))
        import('@wallet-modal/kernel/in-app').then(({ connectInApp }) => connectInApp(ctx, adapter)).catch(ctx.log.warn)
    })
    return { adapter }
  },
})
