import type { Context } from '@wallet-modal/kernel'
import type { CatalogueWallet } from '../contract.js'
import { preloadImages } from './images.js'
import type { Ask, WalletPage } from './reply.js'
import type { WalletRequests } from './wallet-requests.js'

/** Number of featured wallets if the site configures none. */
const FEATURED = 4
/** Time limit for loading them for the first list. */
const CERTIFIED_TIMEOUT_MS = 2000

interface FirstListPlan {
  readonly recommendedQuery: Parameters<Ask>[0]
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

/** First list of wallets: the recommended ones with their pictures. Loaded only if there is a catalogue. */
export async function readFirstList(ctx: Context, answer: WalletPage, plan: FirstListPlan): Promise<FirstList> {
  const { featuredWalletIds, excludeWalletIds, recommendedQuery, requests } = plan
  const { ask, image, logFailure } = requests
  const isNamed = featuredWalletIds.length > 0
  const named = async (ids: readonly string[]): Promise<readonly CatalogueWallet[]> =>
    ids.length === 0 ? [] : (await ask({ entries: ids.length, include: ids })).wallets
  const [first, excluded] = await Promise.all([
    isNamed ? named(featuredWalletIds) : readCertified(ctx, plan),
    // a service may return fewer than requested: the others are still listed
    named(excludeWalletIds).catch((error: unknown) => {
      logFailure(error)
      return []
    }),
  ])
  const featured = isNamed ? featuredWalletIds.flatMap((id) => first.find((wallet) => wallet.id === id) ?? []) : first
  const ids = featured.map(({ id }) => id)
  const hasDuplicates = answer.wallets.some(({ id }) => ids.includes(id))
  // a featured wallet is not listed as recommended again
  const rest = hasDuplicates
    ? await ask({ ...recommendedQuery, exclude: [...(recommendedQuery.exclude ?? []), ...ids] })
    : answer
  const recommended = rest.wallets.filter(({ id }) => !ids.includes(id)).slice(0, recommendedQuery.entries)
  await preloadImages(ctx, [...featured, ...recommended].slice(0, recommendedQuery.entries), image)
  const count = answer.count === undefined ? undefined : answer.count + (isNamed ? featured.length : 0)
  return { featured, recommended, excluded, count }
}

/** First certified wallets of a service. Local lists have no certification. */
async function readCertified(ctx: Context, { recommendedQuery, requests }: FirstListPlan) {
  const { ask, isLocal, logFailure } = requests
  if (isLocal()) return []
  const signal = AbortSignal.any([ctx.abortSignal, AbortSignal.timeout(CERTIFIED_TIMEOUT_MS)])
  try {
    const { wallets } = await ask({ ...recommendedQuery, entries: FEATURED, badge_type: 'certified' }, signal)
    return wallets.slice(0, FEATURED)
  } catch (error) {
    logFailure(error)
    return []
  }
}
