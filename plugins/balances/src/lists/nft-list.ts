import {
  type Context,
  isWalletModalError,
  type Network,
  type NftBalance,
  type ReadonlySignal,
  signal,
  type TokenSource,
  transactionSettled,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { fieldsOf, inTime, tokenSources } from '@wallet-modal/kernel/assets'

export const NFTS_FRESH_MS = 60_000
/** Time limit for one source: a promise of another plugin may never settle. */
export const NFTS_TIMEOUT_MS = 60_000

const timeoutError = (): Error => new Error('The NFT source does not answer.')

/** `unlisted`: no NFT source supports the network, or the nodes of the network reject the request. */
export type NftState =
  | { readonly status: 'none' | 'loading' | 'failed' | 'unlisted' }
  | { readonly status: 'ready'; readonly items: readonly NftBalance[] }

export interface NftList {
  readonly nfts: ReadonlySignal<NftState>
  /**
   * Reads the NFTs, unless the last read of this account and network started less than a minute ago and no transaction has been settled since. With
   * `force`, always. Never rejects.
   */
  readNfts(force?: boolean): Promise<void>
}

/** JSON-RPC errors of a node that has received too many requests (EIP-1474, HTTP 429). */
const LIMIT_EXCEEDED: readonly (number | undefined)[] = [-32005, 429]

/** Whether a node rejected the request itself. An error about too many requests is temporary. */
const isRefusal = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'RPC_ERROR' && !LIMIT_EXCEEDED.includes(error.status)

/** Whether an item of a contributed source is valid and belongs to the network. One invalid item could break the whole list. */
function isValid(item: unknown, active: WalletConnection): item is NftBalance {
  const { assetId, caipNetworkId, name, amount, collection, imageUrl } = fieldsOf(item)
  return (
    caipNetworkId === active.caipNetworkId &&
    [assetId, name, collection ?? '', imageUrl ?? ''].every((text) => typeof text === 'string') &&
    String(assetId).startsWith(`${active.caipNetworkId}/`) &&
    typeof amount === 'bigint'
  )
}

/**
 * Result of the sources of one kind: chain or indexers. `items` is absent if no source of this kind supports the network, or a source failed.
 */
interface SourceResult {
  readonly items?: readonly NftBalance[]
  readonly error?: unknown
}

/** Reads the items of the active account from sources of one kind. Omits invalid items. */
async function readAll(
  sources: readonly TokenSource[],
  active: WalletConnection & { readonly network: Network },
  signal: AbortSignal,
): Promise<SourceResult> {
  const { account, network } = active
  try {
    const replies = sources.map(
      (one) => one.nfts && inTime(one.nfts({ account, network, signal }), NFTS_TIMEOUT_MS, timeoutError),
    )
    const lists = (await Promise.all(replies)).filter((list) => list != null)
    return lists.length === 0 ? {} : { items: lists.flat().filter((item) => isValid(item, active)) }
  } catch (error) {
    return { error }
  }
}

/**
 * Items from the chain, else those from the indexers. An item without an image gets the image and name that an indexer
 * reports. `undefined` if neither the chain nor an indexer returned a list.
 */
function joinItems({ items }: SourceResult, { items: indexed }: SourceResult): readonly NftBalance[] | undefined {
  if (!items || !indexed) return items ?? indexed
  const indexedById = new Map(indexed.map((one) => [one.assetId, one]))
  return items.map((one) => {
    const other = indexedById.get(one.assetId)
    if (one.imageUrl !== undefined || !other?.imageUrl) return one
    return { ...one, name: other.name, imageUrl: other.imageUrl }
  })
}

/** NFTs of the active account, from the sources of its chain family. Loaded when the view is opened. */
export function createNftList(ctx: Context): NftList {
  const nfts = signal<NftState>({ status: 'none' })
  let lastRead: { readonly key: string; readonly at: number } | undefined
  let requestCount = 0

  const readNfts = async (force = false): Promise<void> => {
    const active = ctx.connections.active.peek()
    if (!active?.network) {
      requestCount++
      lastRead = undefined
      nfts.value = { status: 'none' }
      return
    }
    const { account, network, namespace } = active
    const key = `${network.caipNetworkId}:${account.address}`
    const age = lastRead?.key === key ? Date.now() - lastRead.at : -1
    if (!force && age >= 0 && age < NFTS_FRESH_MS) return
    if (lastRead?.key !== key || nfts.peek().status === 'failed') nfts.value = { status: 'loading' }
    lastRead = { key, at: Date.now() }
    const requestId = ++requestCount
    const sources = ctx
      .all(tokenSources)
      .peek()
      .filter((one) => one.namespace === namespace && one.nfts)
    const settle = (state: NftState): void => {
      if (requestId === requestCount) nfts.value = state
    }
    if (sources.length === 0) return settle({ status: 'unlisted' })
    const read = (isIndexer: boolean): Promise<SourceResult> =>
      readAll(
        sources.filter((one) => (one.isIndexer === true) === isIndexer),
        { ...active, network },
        ctx.abortSignal,
      )
    const [chain, indexed] = await Promise.all([read(false), read(true)])
    if (ctx.abortSignal.aborted) return
    const errors = [chain, indexed].flatMap(({ error }) => (error === undefined ? [] : [error]))
    for (const error of errors) ctx.log.warn('the NFTs could not be read', error)
    const items = joinItems(chain, indexed)
    if (items) return settle({ status: 'ready', items })
    settle({ status: errors.every(isRefusal) ? 'unlisted' : 'failed' })
  }
  ctx.on(transactionSettled, () => {
    lastRead = undefined
  })
  return { nfts, readNfts }
}
