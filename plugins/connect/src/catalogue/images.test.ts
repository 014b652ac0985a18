// @vitest-environment happy-dom
import { type Context, createWalletModal, definePlugin, signal, walletSources } from '@wallet-modal/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CatalogueWallet } from '../contract.js'
import { PRELOAD_TIMEOUT_MS, preloadImages, type WalletImage } from './images.js'

const wallet: CatalogueWallet = { id: 'one', name: 'One' }

/** A modal whose wallet list loads the picture of a wallet with `load`, and the listeners that wait for its end. */
function stage(load: () => Promise<string | undefined>) {
  const plugin = definePlugin({
    name: 'pictures',
    kernel: '^0.1',
    setup(ctx): { readonly ctx: Context } {
      ctx.add(walletSources, { find: async () => ({ wallets: [], count: 0 }), image: load })
      return { ctx }
    },
  })
  const modal = createWalletModal({ metadata: { name: 'Test' }, networks: [], plugins: [plugin()] })
  const ctx = modal.use(plugin)?.ctx
  if (!ctx) throw new Error('the plugin is missing')
  const listeners = new Set<unknown>()
  vi.spyOn(ctx.abortSignal, 'addEventListener').mockImplementation((_, listener) => void listeners.add(listener))
  vi.spyOn(ctx.abortSignal, 'removeEventListener').mockImplementation((_, listener) => void listeners.delete(listener))
  const preload = (): Promise<void> => preloadImages(ctx, [wallet], () => signal<WalletImage>(null))
  return { modal, listeners, preload }
}

describe('preloading the pictures of the first list', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('leaves no listener and no timer after the pictures are loaded', async () => {
    const { modal, listeners, preload } = stage(async () => undefined)
    using _ = modal
    await vi.advanceTimersByTimeAsync(10_000) // timers of the new modal
    const timers = vi.getTimerCount()
    await preload()
    expect(listeners.size).toBe(0)
    expect(vi.getTimerCount()).toBe(timers)
  })

  it('leaves no listener after the time limit', async () => {
    const { modal, listeners, preload } = stage(() => new Promise(() => undefined))
    using _ = modal
    const done = preload()
    expect(listeners.size).toBe(1)
    await vi.advanceTimersByTimeAsync(PRELOAD_TIMEOUT_MS)
    await done
    expect(listeners.size).toBe(0)
  })
})
