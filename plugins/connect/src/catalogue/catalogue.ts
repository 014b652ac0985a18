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

/** Request to the catalogue. */
export interface PageRequest {
  /** Page number, from 1. */
  readonly page: number
  readonly entries: number
  /** Part of the wallet's name. */
  readonly search?: string
  /** Only wallets that the service certifies. */
  readonly badge_type?: 'certified' | undefined
  readonly signal?: AbortSignal
}

export interface Catalogue {
  /**
   * `loading` from the start, so that space is reserved before the first request; `off` after a failure: the list is then shown without the
   * catalogue.
   */
  readonly state: ReadonlySignal<'off' | 'loading' | 'ready'>
  readonly featured: ReadonlySignal<readonly CatalogueWallet[]>
  readonly recommended: ReadonlySignal<readonly CatalogueWallet[]>
  /** Excluded wallets: their rdns identifies installed ones. */
  readonly excluded: ReadonlySignal<readonly CatalogueWallet[]>
  /** Total number of wallets, once known. */
  readonly count: ReadonlySignal<number | undefined>
  /** Loads once; again after a failure. */
  load(): void
  /** Page of the complete list, without the featured wallets, or of a search result. */
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

const isWithoutService = (error: unknown): boolean => isWalletModalError(error) && error.code === 'NO_PROJECT_ID'

/** Wallets of the catalogue. Opening the modal never waits for them. */
export function createCatalogue(
  ctx: Context,
  { featuredWalletIds = [], includeWalletIds, excludeWalletIds = [] }: CatalogueOptions,
): Catalogue {
  const service = ctx.api.service('catalogue')
  const sources = ctx.all(walletSources)
  /** Without a service, wallets and pictures come from a local list. */
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
    const pageQuery = { page: 1, chains, ...query }
    const found = await service
      .get('/getWallets', { query: pageQuery, schema: walletPage, staleMs: 300_000, signal: abortSignal })
      .catch(async (error: unknown) => {
        const [source] = sources.peek()
        if (!source || !isWithoutService(error)) throw error
        isFromSource = true
        return readPage(await source.find(pageQuery))
      })
    // some services match ids by prefix, so that eip155:1 finds eip155:137, and some do not support every filter
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
