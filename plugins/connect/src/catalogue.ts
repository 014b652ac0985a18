import { type Context, isWalletModalError, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { CatalogueWallet } from './contract.js'
import { type WalletPage, walletPage } from './reply.js'

export const RECOMMENDED = 4

/** What to ask the catalogue for. */
export interface PageRequest {
  /** Counted from 1. */
  readonly page: number
  readonly entries: number
  /** A part of the wallet's name. */
  readonly search?: string
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
  /** Whether there is a service to ask. */
  isOffered(): boolean
  /** For `<img src>`; `undefined` where the wallet has no mark. */
  imageUrl(wallet: CatalogueWallet): string | undefined
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
  const state = signal<'off' | 'loading' | 'ready'>('loading')
  let isAsked = false
  const featured = signal<readonly CatalogueWallet[]>([])
  const recommended = signal<readonly CatalogueWallet[]>([])
  const excluded = signal<readonly CatalogueWallet[]>([])
  const count = signal<number | undefined>(undefined)

  const ask = async (
    query: Readonly<Record<string, string | number | readonly string[] | undefined>> & {
      readonly include?: readonly string[] | undefined
    },
    abortSignal = ctx.abortSignal,
  ): Promise<WalletPage> => {
    const chains = ctx.networks.peek().map((network) => network.caipNetworkId)
    const found = await service.get('/getWallets', {
      query: { page: 1, chains, ...query },
      schema: walletPage,
      staleMs: 300_000,
      signal: abortSignal,
    })
    // some services compare ids by their beginning, so that eip155:1 finds eip155:137, and some do not know every filter
    const isUsable = ({ id, chains: own = [] }: CatalogueWallet): boolean =>
      query.include?.includes(id) !== false &&
      (own.length === 0 || chains.length === 0 || own.some((one) => chains.includes(one)))
    return { ...found, wallets: found.wallets.filter(isUsable) }
  }
  const unanswered = (error: unknown): void => {
    if (!isWithoutService(error)) ctx.log.warn('the wallet catalogue did not answer', error)
  }
  const exclude = [...excludeWalletIds, ...featuredWalletIds]
  const load = async (): Promise<void> => {
    state.value = 'loading'
    const named = async (ids: readonly string[]): Promise<Pick<WalletPage, 'wallets'>> =>
      ids.length === 0 ? { wallets: [] } : ask({ entries: ids.length, include: ids })
    const [first, rest, never] = await Promise.all([
      named(featuredWalletIds),
      ask({ entries: RECOMMENDED, include: includeWalletIds, exclude }),
      // a long list may be more than a service answers: the others are offered all the same
      named(excludeWalletIds).catch((error: unknown) => {
        unanswered(error)
        return { wallets: [] }
      }),
    ])
    excluded.value = never.wallets
    featured.value = featuredWalletIds.flatMap((id) => first.wallets.find((wallet) => wallet.id === id) ?? [])
    recommended.value = rest.wallets.slice(0, RECOMMENDED)
    count.value = rest.count === undefined ? undefined : rest.count + featured.value.length
    state.value = 'ready'
  }
  return {
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
        return service.url('/getWallets') !== ''
      } catch (error) {
        return !isWithoutService(error)
      }
    },
    imageUrl({ image_id, image_url }) {
      if (image_url !== undefined) return image_url
      return /^[-\w]+$/.test(image_id ?? '') ? service.url(`/getWalletImage/${image_id}`) : undefined
    },
  }
}
