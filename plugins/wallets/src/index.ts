import { caipImages, definePlugin, lazyOnce, opened, signal, walletSources } from '@wallet-modal/kernel'

/**
 * Wallet list with logos, served by the site itself, for sites without a catalogue service. Also provides logos of networks and popular tokens.
 * The first wallets and their logos are loaded when the modal opens, the others when the visitor scrolls or searches. If `@wallet-modal/connect` has
 * the option `featuredWalletIds`, `includeWalletIds` or `excludeWalletIds`, the data of all wallets is loaded when the modal opens. After the first
 * opening of the modal, the logos of networks and tokens are loaded as soon as an account is connected or the visitor goes from the first view to
 * another.
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
