import { createWalletModal, definePlugin, type SessionSupport, sessionNamespaces } from '@wallet-modal/kernel'
import { expect, test } from 'vitest'
import { walletconnect } from '../index.js'
import { createContributed } from './contributed.js'

test('another plugin replaces the support for a chain family by contributing the same namespace', async () => {
  const support: SessionSupport = {
    methods: ['acme_sign'],
    events: [],
    isAddress: () => true,
    createProvider: () => null,
  }
  const acme = definePlugin({
    name: '@acme/rules',
    kernel: '^0.1',
    setup(ctx) {
      ctx.add(sessionNamespaces, { namespace: 'eip155', load: async () => support })
      return ctx
    },
  })
  using modal = createWalletModal({
    plugins: [walletconnect(), acme()],
    networks: [
      {
        caipNetworkId: 'eip155:1',
        namespace: 'eip155',
        reference: '1',
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [],
      },
    ],
    prefetch: 'never',
    logLevel: 'silent',
  })
  const ctx = modal.use(acme)
  if (!ctx) throw new Error('The plugin did not start.')
  const contributed = createContributed(ctx)
  await contributed.load()
  expect(contributed.of('eip155')).toMatchObject(support)
})
