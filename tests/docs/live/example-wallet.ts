import { connectors, definePlugin } from '@wallet-modal/kernel'

const ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** Answers what a wallet is asked on the way to a connection, and signs nothing. */
async function request({ method }: { readonly method: string }): Promise<unknown> {
  if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [ADDRESS]
  if (method === 'eth_chainId') return '0x1'
  throw Object.assign(new Error('The example wallet cannot do this.'), { code: 4200 })
}

/** A wallet for the documentation: it lives in this page, holds no key, and lets visitors see the modal connected. */
export const exampleWallet = definePlugin({
  name: 'docs-example-wallet',
  kernel: '^0.1',
  setup(ctx) {
    ctx.add(connectors, {
      id: 'docs.example',
      name: 'Example Wallet',
      type: 'EXTERNAL',
      namespaces: ['eip155'],
      provider: async ({ silent }) =>
        silent ? null : { request, on: () => undefined, removeListener: () => undefined },
    })
  },
})
