import { type Context, type Signal, walletSources } from '@wallet-modal/kernel'
import type { CatalogueWallet } from '../contract.js'

/** Time limit for the pictures of the first list. */
export const PRELOAD_TIMEOUT_MS = 2000

/** URL for `<img src>`: `undefined` for a wallet without a picture, `null` while unknown. */
export type WalletImage = string | undefined | null

/** Loads a wallet's image and sets `image`. Never rejects. */
export async function loadImage(ctx: Context, { id }: CatalogueWallet, image: Signal<WalletImage>): Promise<void> {
  try {
    image.value = await ctx.all(walletSources).peek()[0]?.image?.(id)
  } catch (error) {
    image.value = undefined
    ctx.log.warn('the picture of a wallet could not be loaded', error)
  }
}

/** Waits until the pictures of the first list are loaded, at most {@link PRELOAD_TIMEOUT_MS}. Never rejects. */
export async function preloadImages(
  ctx: Context,
  wallets: readonly CatalogueWallet[],
  imageOf: (wallet: CatalogueWallet) => Signal<WalletImage>,
): Promise<void> {
  const loads = wallets.map(async (wallet) => {
    if (imageOf(wallet).peek() === null) await loadImage(ctx, wallet, imageOf(wallet))
    await download(imageOf(wallet).peek() ?? '')
  })
  await settledInTime(loads, ctx.abortSignal)
}

/** Loads a picture into the browser's cache. If that fails, initials are drawn later. */
function download(url: string): Promise<void> {
  return new Promise((resolve) => {
    if (!/^https?:/.test(url)) return resolve()
    const picture = new Image()
    picture.referrerPolicy = 'no-referrer'
    picture.onload = () => resolve()
    picture.onerror = () => resolve()
    picture.src = url
  })
}

/** Resolves when all loads have settled, after {@link PRELOAD_TIMEOUT_MS}, or on abort. */
function settledInTime(loads: readonly Promise<void>[], abortSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      abortSignal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, PRELOAD_TIMEOUT_MS)
    abortSignal.addEventListener('abort', end)
    void Promise.allSettled(loads).then(end)
  })
}
