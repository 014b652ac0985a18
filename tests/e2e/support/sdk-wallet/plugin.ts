import { connectors, definePlugin, type ProviderRequest } from '@wallet-modal/kernel'

/** The SDK is downloaded when a visitor selects the wallet, and on later page loads to reconnect the wallet. */
export const sdkWallet = definePlugin({
  name: '@my-site/sdk-wallet',
  kernel: '^0.1',
  setup(ctx) {
    const load = async ({ networks }: ProviderRequest): Promise<unknown> => {
      const { createSdk } = await import('./sdk.js')
      const chainIds = networks.map(({ reference }) => Number(reference))
      return createSdk({ appName: ctx.site.metadata.name, chainIds }).getProvider()
    }
    let provider: Promise<unknown> | undefined
    ctx.add(connectors, {
      id: 'com.example.wallet', // stored in the browser, to reconnect the wallet: never change this id
      name: 'Example Wallet',
      type: 'EXTERNAL',
      namespaces: ['eip155'],
      provider(request) {
        provider ??= load(request)
        provider.catch(() => {
          provider = undefined // the next attempt downloads the SDK again
        })
        return provider
      },
    })
  },
})
