import type { Context } from '@wallet-modal/kernel'
import type { CatalogueWallet } from '../contract.js'
import { preloadImages } from './images.js'
import type { RequestWallets, WalletPage } from './reply.js'
import type { WalletRequests } from './wallet-requests.js'

/** Number of featured wallets if the site configures none. */
const FEATURED = 4
/** Time limit for loading the certified wallets of the first list. */
const CERTIFIED_TIMEOUT_MS = 2000

interface FirstListOptions {
  readonly recommendedQuery: Parameters<RequestWallets>[0]
  readonly featuredWalletIds: readonly string[]
  readonly excludeWalletIds: readonly string[]
  readonly requests: WalletRequests
}

interface FirstList {
  readonly featured: readonly CatalogueWallet[]
  readonly recommended: readonly CatalogueWallet[]
  readonly excluded: readonly CatalogueWallet[]
  readonly count: number | undefined
}

/** First list of wallets: featured and recommended wallets, with preloaded pictures. */
export async function readFirstList(ctx: Context, answer: WalletPage, options: FirstListOptions): Promise<FirstList> {
  const { featuredWalletIds, excludeWalletIds, recommendedQuery, requests } = options
  const { requestWallets, image, logFailure } = requests
  const hasFeaturedIds = featuredWalletIds.length > 0
  const readByIds = async (
    ids: readonly string[],
    networks: { readonly chains?: readonly string[] } = {},
  ): Promise<readonly CatalogueWallet[]> =>
    ids.length === 0 ? [] : (await requestWallets({ entries: ids.length, include: ids, ...networks })).wallets
  const [featuredRecords, excluded] = await Promise.all([
    hasFeaturedIds ? readByIds(featuredWalletIds) : readCertified(ctx, options),
    // `chains: []` also finds excluded wallets that support none of the site's networks; a failure of this request is only logged
    readByIds(excludeWalletIds, { chains: [] }).catch((error: unknown) => {
      logFailure(error)
      return []
    }),
  ])
  const featured = hasFeaturedIds
    ? featuredWalletIds.flatMap((id) => featuredRecords.find((wallet) => wallet.id === id) ?? [])
    : featuredRecords
  const ids = featured.map(({ id }) => id)
  const hasDuplicates = answer.wallets.some(({ id }) => ids.includes(id))
  // a featured wallet is not listed as recommended again
  const recommendedPage = hasDuplicates
    ? await requestWallets({ ...recommendedQuery, exclude: [...(recommendedQuery.exclude ?? []), ...ids] })
    : answer
  const recommended = recommendedPage.wallets.filter(({ id }) => !ids.includes(id)).slice(0, recommendedQuery.entries)
  await preloadImages(ctx, [...featured, ...recommended].slice(0, recommendedQuery.entries), image)
  const count = answer.count === undefined ? undefined : answer.count + (hasFeaturedIds ? featured.length : 0)
  return { featured, recommended, excluded, count }
}

/** First certified wallets of a service. Local lists have no certification. */
async function readCertified(ctx: Context, { recommendedQuery, requests }: FirstListOptions) {
  const { requestWallets, isLocal, logFailure } = requests
  if (isLocal()) return []
  const signal = AbortSignal.any([ctx.abortSignal, AbortSignal.timeout(CERTIFIED_TIMEOUT_MS)])
  try {
    const { wallets } = await requestWallets(
      { ...recommendedQuery, entries: FEATURED, badge_type: 'certified' },
      signal,
    )
    return wallets.slice(0, FEATURED)
  } catch (error) {
    logFailure(error)
    return []
  }
}
