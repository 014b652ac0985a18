import {
  batch,
  type Context,
  isWalletModalError,
  type ReadonlySignal,
  type Signal,
  signal,
  walletSources,
} from '@wallet-modal/kernel'
import type { CatalogueWallet } from '../contract.js'
import type { WalletImage } from './images.js'
import { type Ask, readPage, type WalletPage, walletPage } from './reply.js'

export const RECOMMENDED = 4

/** What to ask the catalogue for. */
export interface PageRequest {
  /** Counted from 1. */
  readonly page: number
  readonly entries: number
  /** A part of the wallet's name. */
  readonly search?: string
  /** Only wallets that the service certifies. */
  readonly badge_type?: 'certified' | undefined
  readonly signal?: AbortSignal
}

export interface Catalogue {
  /** `loading` from the start, so that room is kept before the first question; `off` after a failure: the list then does without. */
  readonly state: ReadonlySignal<'off' | 'loading' | 'ready'>
  readonly featured: ReadonlySignal<readonly CatalogueWallet[]>
  readonly recommended: ReadonlySignal<readonly CatalogueWallet[]>
  /** Those that are never offered: an installed one is told by its rdns. */
  readonly excluded: ReadonlySignal<readonly CatalogueWallet[]>
  /** How many wallets there are in all, once that is known. */
  readonly count: ReadonlySignal<number | undefined>
  /** Asks once; again after a failure. */
  load(): void
  /** A part of the whole list, without the featured ones, or of what a search finds. */
  page(request: PageRequest): Promise<WalletPage>
  /** Whether there is a service to ask, or a list of wallets without one. */
  isOffered(): boolean
  image(wallet: CatalogueWallet): ReadonlySignal<WalletImage>
  /** Finds the picture of a wallet that is on the screen. */
  loadImage(wallet: CatalogueWallet): Promise<void>
}

interface CatalogueOptions {
  readonly featuredWalletIds?: readonly string[] | undefined
  readonly includeWalletIds?: readonly string[] | undefined
  readonly excludeWalletIds?: readonly string[] | undefined
}

const isWithoutService = (error: unknown): boolean => isWalletModalError(error) && error.code === 'NO_PROJECT_ID'

/** The wallets that are not installed here. Opening never waits for them. */
export function createCatalogue(
  ctx: Context,
  { featuredWalletIds = [], includeWalletIds, excludeWalletIds = [] }: CatalogueOptions,
): Catalogue {
  const service = ctx.api.service('catalogue')
  const sources = ctx.all(walletSources)
  /** The site has no service: wallets and their pictures come from a list. */
  let isFromSource = false
  const images = new WeakMap<CatalogueWallet, Signal<WalletImage>>()
  const image = (wallet: CatalogueWallet): Signal<WalletImage> => {
    const { image_id = '', image_url } = wallet
    const address = (): WalletImage => {
      if (image_url !== undefined) return image_url
      if (isFromSource) return null
      return /^[-\w]+$/.test(image_id) ? service.url(`/getWalletImage/${image_id}`) : undefined
    }
    const known = images.get(wallet) ?? signal(address())
    images.set(wallet, known)
    return known
  }
  const state = signal<'off' | 'loading' | 'ready'>('loading')
  let isAsked = false
  const featured = signal<readonly CatalogueWallet[]>([])
  const recommended = signal<readonly CatalogueWallet[]>([])
  const excluded = signal<readonly CatalogueWallet[]>([])
  const count = signal<number | undefined>(undefined)

  const ask: Ask = async (query, abortSignal = ctx.abortSignal) => {
    const chains = ctx.networks.peek().map((network) => network.caipNetworkId)
    const asked = { page: 1, chains, ...query }
    const found = await service
      .get('/getWallets', { query: asked, schema: walletPage, staleMs: 300_000, signal: abortSignal })
      .catch(async (error: unknown) => {
        const [source] = sources.peek()
        if (!source || !isWithoutService(error)) throw error
        isFromSource = true
        return readPage(await source.find(asked))
      })
    // some services compare ids by their beginning, so that eip155:1 finds eip155:137, and some do not know every filter
    const isUsable = ({ id, badge_type, chains: own = [] }: CatalogueWallet): boolean =>
      query.include?.includes(id) !== false &&
      (query.badge_type === undefined || query.badge_type === badge_type) &&
      (own.length === 0 || chains.length === 0 || own.some((one) => chains.includes(one)))
    return { ...found, wallets: found.wallets.filter(isUsable) }
  }
  const unanswered = (error: unknown): void => {
    if (!isWithoutService(error)) ctx.log.warn('the wallet catalogue did not answer', error)
  }
  const exclude = [...excludeWalletIds, ...featuredWalletIds]
  const load = async (): Promise<void> => {
    state.value = 'loading'
    const recommendedQuery = { entries: RECOMMENDED, include: includeWalletIds, exclude }
    const answer = await ask(recommendedQuery)
    const { readFirstList } = await import('./first-list.js')
    const plan = { recommendedQuery, featuredWalletIds, excludeWalletIds, hasService: !isFromSource }
    const list = await readFirstList(ctx, answer, { ...plan, ask, unanswered, image })
    batch(() => {
      excluded.value = list.excluded
      featured.value = list.featured
      recommended.value = list.recommended
      count.value = list.count
      state.value = 'ready'
    })
  }
  return {
    image,
    loadImage: async (wallet) => {
      if (image(wallet).peek() === null) await (await import('./images.js')).loadImage(ctx, wallet, image(wallet))
    },
    state,
    featured,
    recommended,
    excluded,
    count,
    load() {
      if (isAsked) return
      isAsked = true
      load().catch((error: unknown) => {
        isAsked = false
        state.value = 'off'
        unanswered(error)
      })
    },
    async page({ search, signal: abortSignal, ...query }) {
      const without = search === undefined ? exclude : excludeWalletIds
      try {
        return await ask({ ...query, search, include: includeWalletIds, exclude: without }, abortSignal)
      } catch (error) {
        if (!abortSignal?.aborted) unanswered(error)
        throw error
      }
    },
    isOffered() {
      try {
        return sources.peek().length > 0 || service.url('/getWallets') !== ''
      } catch (error) {
        return !isWithoutService(error)
      }
    },
  }
}
