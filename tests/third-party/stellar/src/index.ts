import {
  createNamespace,
  definePlugin,
  endpoints,
  namespace,
  sessionNamespaces,
  transactions,
} from '@wallet-modal/kernel'
import { options, type StellarOptions } from './options.js'

export type { StellarCall, StellarWallet } from './contract.js'
export type { StellarOptions } from './options.js'

/** Stellar: discovers and connects wallets of the page, gives sites the wallet object as the provider, and sends transactions. */
export const stellar = definePlugin({
  name: 'wallet-modal-plugin-stellar',
  kernel: '^0.1',
  options,
  provides: [namespace('stellar'), transactions('stellar')],
  permissions: {
    api: [
      ...['horizon-pubnet:/accounts/*', 'horizon-pubnet:/ledgers', 'horizon-pubnet:/transactions*'],
      ...['horizon-testnet:/accounts/*', 'horizon-testnet:/ledgers', 'horizon-testnet:/transactions*'],
    ],
    origins: { connect: ['https://horizon.stellar.org', 'https://horizon-testnet.stellar.org'] },
    storage: ['connector', 'submissions', 'transactions'],
  },
  setup(ctx, urls: StellarOptions) {
    const { pubnetUrl = 'https://horizon.stellar.org', testnetUrl = 'https://horizon-testnet.stellar.org' } = urls
    ctx.add(endpoints, { service: 'horizon-pubnet', url: pubnetUrl })
    ctx.add(endpoints, { service: 'horizon-testnet', url: testnetUrl })
    ctx.add(sessionNamespaces, {
      namespace: 'stellar',
      load: async () => (await import('./session.js')).sessionSupport,
    })
    return {
      adapter: createNamespace(ctx, 'stellar', {
        title: 'Stellar',
        driver: async () => (await import('./driver.js')).createDriver(ctx),
        transactions: {
          speeds: [],
          load: async () => (await import('./transactions/create.js')).createStellarTransactions(ctx),
        },
        discover: async () => (await import('./discovery.js')).discoverWallets(ctx),
      }),
    }
  },
})
