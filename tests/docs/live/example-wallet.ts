import { connectors, createNamespace, definePlugin, namespace } from '@wallet-modal/kernel'

const ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const NETWORK = 'eip155:1'

/** A chain family with one wallet of the page itself, without a key or approval prompts. With it, visitors can see a connected modal. */
export const exampleWallet = definePlugin({
  name: 'docs-example-wallet',
  kernel: '^0.1',
  provides: [namespace('eip155')],
  permissions: { storage: ['connector'] },
  setup(ctx) {
    const driver = {
      namespace: 'eip155',
      parseProvider: () => ADDRESS,
      connect: async () => ({ accounts: [{ address: ADDRESS, type: 'eoa' as const }], caipNetworkId: NETWORK }),
      watch: () => () => undefined,
      switchNetwork: async () => undefined,
      signMessage: () => Promise.reject(new Error('The example wallet signs nothing.')),
      balance: async () => 1_234_500_000_000_000_000n,
      parseAddress: async (text: string) => text,
      isRejection: () => false,
    }
    createNamespace(ctx, 'eip155', { driver: async () => driver, discover: async () => undefined })
    ctx.add(connectors, {
      id: 'docs.example',
      name: 'Example Wallet',
      type: 'EXTERNAL',
      namespaces: ['eip155'],
      provider: async () => ADDRESS,
    })
  },
})
