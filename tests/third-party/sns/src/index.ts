import { definePlugin, nameSources } from '@wallet-modal/kernel'

/** Resolves `.sol` names of receivers from the accounts of the Solana Name Service. */
export const sns = definePlugin({
  name: 'wallet-modal-plugin-sns',
  kernel: '^0.1',
  permissions: { api: ['rpc:getMultipleAccounts'] },
  setup(ctx) {
    ctx.add(nameSources, {
      namespace: 'solana',
      coinType: '501',
      nameOf: async () => null,
      resolve: async (request) => (await import('./resolve.js')).resolveName(ctx, request),
    })
  },
})
