import { caipImages, definePlugin, lazyOnce, opened, signal, walletSources } from '@wallet-modal/kernel'

/**
 * Adds a list of wallets with logos to the Connect view of sites without a catalogue service. The site itself serves the list. Also provides logos of
 * networks and popular tokens.
 */
export const wallets = definePlugin({
  name: '@wallet-modal/wallets',
  kernel: '^0.1',
  setup(ctx) {
    ctx.add(walletSources, {
      find: async (query) => {
        // the logos are requested next, so their code is loaded in parallel
        const [{ find }] = await Promise.all([import('./find.js'), import('./marks/mark-of.js')])
        return find(query)
      },
      image: async (id) => (await import('./marks/mark-of.js')).markUrl(id),
    })
    const addImages = lazyOnce(async () => {
      const { caipMarks } = await import('./marks/caip.js')
      ctx.add(caipImages, caipMarks)
    })
    const isOpened = signal(false)
    ctx.on(opened, () => {
      isOpened.value = true
    })
    ctx.effect(() => {
      const isNeeded = ctx.connections.active.value !== null || ctx.router.depth.value > 0
      if (isOpened.value && isNeeded) addImages().catch(ctx.log.info)
    })
  },
})
