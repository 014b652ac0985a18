import { type Context, isWalletModalError, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { CatalogueWallet } from './contract.js'
import { walletPage } from './reply.js'

export const RECOMMENDED = 4

export interface Catalogue {
  /** `off` without a service to ask, and after a failure: the list then does without. */
  readonly state: ReadonlySignal<'off' | 'loading' | 'ready'>
  readonly featured: ReadonlySignal<readonly CatalogueWallet[]>
  readonly recommended: ReadonlySignal<readonly CatalogueWallet[]>
  /** Asks once; again after a failure. */
  load(): void
  /** For `<img src>`; `undefined` where the wallet has no mark. */
  imageUrl(wallet: CatalogueWallet): string | undefined
}

interface CatalogueOptions {
  readonly featuredWalletIds?: readonly string[] | undefined
  readonly includeWalletIds?: readonly string[] | undefined
  readonly excludeWalletIds?: readonly string[] | undefined
}

/** The wallets that are not installed here. Opening never waits for them. */
export function createCatalogue(
  ctx: Context,
  { featuredWalletIds = [], includeWalletIds, excludeWalletIds = [] }: CatalogueOptions,
): Catalogue {
  const service = ctx.api.service('catalogue')
  const state = signal<'off' | 'loading' | 'ready'>('off')
  const featured = signal<readonly CatalogueWallet[]>([])
  const recommended = signal<readonly CatalogueWallet[]>([])

  const ask = async (
    query: Readonly<Record<string, string | number | readonly string[] | undefined>>,
  ): Promise<readonly CatalogueWallet[]> => {
    const chains = ctx.networks.peek().map((network) => network.caipNetworkId)
    return service.get('/getWallets', { query: { page: 1, chains, ...query }, schema: walletPage, staleMs: 300_000 })
  }
  const load = async (): Promise<void> => {
    const [first, rest] = await Promise.all([
      featuredWalletIds.length === 0 ? [] : ask({ entries: featuredWalletIds.length, include: featuredWalletIds }),
      ask({ entries: RECOMMENDED, include: includeWalletIds, exclude: [...excludeWalletIds, ...featuredWalletIds] }),
    ])
    featured.value = featuredWalletIds.flatMap((id) => first.find((wallet) => wallet.id === id) ?? [])
    recommended.value = rest.slice(0, RECOMMENDED)
    state.value = 'ready'
  }
  return {
    state,
    featured,
    recommended,
    load() {
      if (state.peek() !== 'off') return
      state.value = 'loading'
      load().catch((error: unknown) => {
        state.value = 'off'
        if (!isWalletModalError(error) || error.code !== 'NO_PROJECT_ID')
          ctx.log.warn('the wallet catalogue did not answer', error)
      })
    },
    imageUrl({ image_id, image_url }) {
      if (image_url !== undefined) return image_url
      return image_id === undefined || !/^[-\w]+$/.test(image_id)
        ? undefined
        : service.url(`/getWalletImage/${image_id}`)
    },
  }
}
