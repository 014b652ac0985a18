// @vitest-environment happy-dom
import {
  type Context,
  createWalletModal,
  definePlugin,
  signal,
  type WalletSource,
  walletSources,
} from '@wallet-modal/kernel'
import { createFakeApi, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCatalogue } from './catalogue.js'
import { PRELOAD_TIMEOUT_MS, preloadImages, type WalletImage } from './images.js'

const ask = definePlugin({
  name: 'ask',
  kernel: '^0.1',
  permissions: { api: ['catalogue:/getWallets', 'catalogue:/getWalletImage/*'] },
  setup: (ctx) => ctx,
})
const sourcePlugin = (source: WalletSource, order = 100) =>
  definePlugin({
    name: `source-${order}`,
    kernel: '^0.1',
    setup: (ctx) => ctx.add(walletSources, source, { order }),
  })()

/** Runs `run` on a site without a catalogue service, or with one that replies `service()`. */
async function within(
  sources: readonly ReturnType<typeof sourcePlugin>[],
  run: (ctx: Context) => Promise<void>,
  service?: () => unknown,
): Promise<void> {
  const api = service && createFakeApi({ 'catalogue:/getWallets': service })
  using modal = createWalletModal({
    plugins: [...(api ? [api.plugin] : []), ...sources, ask()],
    prefetch: 'never',
    logLevel: 'silent',
  })
  const ctx = modal.use(ask)
  if (!ctx) throw new Error('not running')
  await run(ctx)
  api?.[Symbol.dispose]()
}
const one = (id: string) => ({ data: [{ id, name: id }], count: 1 })

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

describe('a wallet source', () => {
  it('is used if the site has no service; of several, the one with the lowest order', async () => {
    const find = vi.fn(async () => one('mine'))
    const sources = [sourcePlugin({ find: async () => one('other') }), sourcePlugin({ find }, 10)]
    await within(sources, async (ctx) => {
      const catalogue = createCatalogue(ctx, { excludeWalletIds: ['x'] })
      expect(catalogue.isOffered()).toBe(true)
      expect(find).not.toHaveBeenCalled()
      catalogue.load()
      await waitUntil(() => expect(catalogue.state.value).toBe('ready'))
      expect(catalogue.recommended.value).toEqual([{ id: 'mine', name: 'mine' }])
      expect(find).toHaveBeenCalledWith(expect.objectContaining({ page: 1, entries: 4, exclude: ['x'], chains: [] }))
    })
  })

  it('is not used if the site has a service', async () => {
    const find = vi.fn(async () => one('mine'))
    await within(
      [sourcePlugin({ find, image: async () => 'data:image/png,x' })],
      async (ctx) => {
        const catalogue = createCatalogue(ctx, {})
        catalogue.load()
        await waitUntil(() => expect(catalogue.recommended.value).toEqual([{ id: 'served', name: 'served' }]))
        expect(find).not.toHaveBeenCalled()
      },
      () => one('served'),
    )
  })

  it('that fails or returns invalid data turns the catalogue off', async () => {
    for (const find of [async () => Promise.reject(new Error('gone')), async () => 'nonsense'])
      await within([sourcePlugin({ find })], async (ctx) => {
        const catalogue = createCatalogue(ctx, {})
        catalogue.load()
        await waitUntil(() => expect(catalogue.state.value).toBe('off'))
      })
  })

  it('loads its images before the first list is ready', async () => {
    await within(
      [sourcePlugin({ find: async () => one('a'), image: async (id) => `/marks/${id}.svg` })],
      async (ctx) => {
        const catalogue = createCatalogue(ctx, {})
        catalogue.load()
        await waitUntil(() => expect(catalogue.state.value).toBe('ready'))
        expect(catalogue.recommended.value.map((wallet) => catalogue.image(wallet).value)).toEqual(['/marks/a.svg'])
      },
    )
  })

  it('delays the first list by at most two seconds to load images', async () => {
    await within([sourcePlugin({ find: async () => one('a'), image: () => new Promise(() => {}) })], async (ctx) => {
      const image = signal<WalletImage>(null)
      vi.useFakeTimers()
      const preloaded = preloadImages(ctx, [{ id: 'a', name: 'a' }], () => image)
      let isShown = false
      void preloaded.then(() => {
        isShown = true
      })
      await vi.advanceTimersByTimeAsync(PRELOAD_TIMEOUT_MS - 1)
      expect(isShown).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(isShown).toBe(true)
      expect(PRELOAD_TIMEOUT_MS).toBe(2000)
    })
  })

  it('leaves a wallet’s image undefined if the source returns none or rejects', async () => {
    for (const image of [async () => undefined, async () => Promise.reject(new Error('gone'))])
      await within([sourcePlugin({ find: async () => one('a'), image })], async (ctx) => {
        const catalogue = createCatalogue(ctx, {})
        const { wallets } = await catalogue.page({ page: 1, entries: 4 })
        const [wallet = { id: '', name: '' }] = wallets
        expect(catalogue.image(wallet).value).toBeNull()
        await catalogue.loadImage(wallet)
        expect(catalogue.image(wallet).value).toBeUndefined()
      })
  })
})
