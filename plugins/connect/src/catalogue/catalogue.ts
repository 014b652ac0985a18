import { batch, type Context, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { CatalogueWallet } from '../contract.js'
import type { WalletImage } from './images.js'
import type { WalletPage } from './reply.js'
import { createWalletRequests } from './wallet-requests.js'

/** Number of recommended wallets to load. The Connect view adds them until its list has this many rows. */
export const RECOMMENDED = 4

/** Request to the catalogue. */
export interface PageRequest {
  /** Page number, from 1. */
  readonly page: number
  readonly entries: number
  /** Part of the wallet's name. */
  readonly search?: string
  /** Only wallets that the service certifies. */
  readonly badge_type?: 'certified' | undefined
  /** CAIP-2 ids; only wallets that support one of them. Default: the site's networks. */
  readonly chains?: readonly string[]
  readonly signal?: AbortSignal
}

export interface Catalogue {
  /**
   * `loading` also before the first request, so that the view reserves space for the wallets. `off` after a failure: the view then lists no wallets
   * of the catalogue.
   */
  readonly state: ReadonlySignal<'off' | 'loading' | 'ready'>
  readonly featured: ReadonlySignal<readonly CatalogueWallet[]>
  readonly recommended: ReadonlySignal<readonly CatalogueWallet[]>
  /** Catalogue records of excluded wallets. Their rdns identifies the installed wallets to exclude. */
  readonly excluded: ReadonlySignal<readonly CatalogueWallet[]>
  /** Total number of catalogue wallets; `undefined` until the service or list has returned it. */
  readonly count: ReadonlySignal<number | undefined>
  /** Loads the first list of wallets, unless it was loaded or is being loaded. After a failure, loads again. */
  load(): void
  /** Page of the complete list (without the featured wallets) or of a search result. */
  page(request: PageRequest): Promise<WalletPage>
  /** Whether there is a catalogue service, or a local list of wallets. */
  isOffered(): boolean
  image(wallet: CatalogueWallet): ReadonlySignal<WalletImage>
  /** Loads the picture of a visible wallet. */
  loadImage(wallet: CatalogueWallet): Promise<void>
}

interface CatalogueOptions {
  readonly featuredWalletIds?: readonly string[] | undefined
  readonly includeWalletIds?: readonly string[] | undefined
  readonly excludeWalletIds?: readonly string[] | undefined
}

/** Wallets of the catalogue. Opening the modal never waits for them. */
export function createCatalogue(
  ctx: Context,
  { featuredWalletIds = [], includeWalletIds, excludeWalletIds = [] }: CatalogueOptions,
): Catalogue {
  const requests = createWalletRequests(ctx)
  const { requestWallets, image, isOffered, logFailure } = requests
  const state = signal<'off' | 'loading' | 'ready'>('loading')
  let isRequested = false
  const featured = signal<readonly CatalogueWallet[]>([])
  const recommended = signal<readonly CatalogueWallet[]>([])
  const excluded = signal<readonly CatalogueWallet[]>([])
  const count = signal<number | undefined>(undefined)
  const exclude = [...excludeWalletIds, ...featuredWalletIds]

  const load = async (): Promise<void> => {
    state.value = 'loading'
    const recommendedQuery = { entries: RECOMMENDED, include: includeWalletIds, exclude }
    const answer = await requestWallets(recommendedQuery)
    const { readFirstList } = await import('./first-list.js')
    const list = await readFirstList(ctx, answer, { recommendedQuery, featuredWalletIds, excludeWalletIds, requests })
    batch(() => {
      excluded.value = list.excluded
      featured.value = list.featured
      recommended.value = list.recommended
      count.value = list.count
      state.value = 'ready'
    })
  }
  return {
    ...{ state, featured, recommended, excluded, count, image, isOffered },
    loadImage: async (wallet) => {
      if (image(wallet).peek() === null) await (await import('./images.js')).loadImage(ctx, wallet, image(wallet))
    },
    load() {
      if (isRequested) return
      isRequested = true
      load().catch((error: unknown) => {
        isRequested = false
        state.value = 'off'
        logFailure(error)
      })
    },
    async page({ search, signal: abortSignal, ...query }) {
      const excludedIds = search === undefined ? exclude : excludeWalletIds
      try {
        return await requestWallets({ ...query, search, include: includeWalletIds, exclude: excludedIds }, abortSignal)
      } catch (error) {
        if (!abortSignal?.aborted) logFailure(error)
        throw error
      }
    },
  }
}
