import { definePlugin, walletSources } from '@wallet-modal/kernel'

/** Wallets with their marks as files of the site's own, for sites without a catalogue service. Nothing is loaded before the modal opens. */
export const wallets = definePlugin({
  name: '@wallet-modal/wallets',
  kernel: '^0.1',
  setup(ctx) {
    ctx.add(walletSources, {
      find: async (query) => {
        // the marks are asked for next
        const [{ find }] = await Promise.all([import('./find.js'), import('./marks/of.js')])
        return find(query)
      },
      image: async (id) => (await import('./marks/of.js')).markUrl(id),
    })
  },
})
