import { Hono } from 'hono'
import { formatUnits } from 'viem'
import { inDollars } from './dollars.js'
import { exactJson } from './exact-json.js'
import { originOf } from './http.js'
import { type RequestAccount, readAccount } from './request-account.js'

const MAX_CURSOR = 4_000

/** Request for a page of past transactions of an account. */
export interface HistoryRequest extends RequestAccount {
  /** `next` of the previous page. Absent: the newest transactions. */
  readonly cursor?: string
  /** Origin of the gateway, for the URLs of pictures that the gateway serves itself. */
  readonly origin: string
}

/** Transferred asset. */
export interface HistoryTransfer {
  readonly direction: 'in' | 'out' | 'self'
  readonly kind: 'token' | 'nft'
  readonly name?: string
  readonly symbol?: string
  /** In base units; for an NFT the number of items. Absent if unknown. */
  readonly amount?: bigint
  /** Decimals of `amount`; 0 for NFTs. */
  readonly decimals: number
  readonly imageUrl?: string
  /** Price of one whole token in US dollars, with 18 decimals. Absent if unknown. */
  readonly priceUsd?: bigint
  readonly isSpam?: boolean
}

/** Past transaction from the perspective of one account. */
export interface HistoryTransaction {
  /** Unique within the source. */
  readonly id: string
  readonly hash: string
  readonly caipNetworkId: string
  /** Such as `send`, `receive`, `trade`, `mint`, `approve` or `execute`. */
  readonly operation: string
  readonly status: 'confirmed' | 'failed' | 'pending'
  /** Milliseconds since 1970. */
  readonly minedAt?: number
  readonly from?: string
  readonly to?: string
  readonly nonce?: number
  readonly transfers: readonly HistoryTransfer[]
}

/** Page of past transactions, newest first. */
export interface HistoryPage {
  readonly transactions: readonly HistoryTransaction[]
  /** Cursor of the next page; absent on the last page. */
  readonly next?: string
}

/** Source of the route `history`. Throws a `RequestError` for unknown chains, addresses and cursors. */
export interface HistorySource {
  /** CAIP-2 ids of the served chains. */
  chains(): readonly string[]
  page(request: HistoryRequest): Promise<HistoryPage>
}

/** The Blockchain API's route `history`. Requests with the parameter `onramp` belong to `onRampRoutes`, which must be registered first. */
export function historyRoutes(source: HistorySource): Hono {
  const routes = new Hono()
  routes.get('/v1/account/:account/history', async (c) => {
    const accountQuery = readAccount(c.req.param('account'), c.req.query('chainId'))
    const cursor = (c.req.query('cursor') ?? '').slice(0, MAX_CURSOR)
    const origin = originOf(c)
    const { transactions, next = null } = await source.page({
      ...accountQuery,
      origin,
      ...(cursor !== '' && { cursor }),
    })
    const body = exactJson({ data: transactions.map(toRecord), next })
    return c.body(body, 200, { 'content-type': 'application/json' })
  })
  return routes
}

const toRecord = ({
  id,
  hash,
  caipNetworkId,
  operation,
  status,
  minedAt,
  from,
  to,
  nonce,
  transfers,
}: HistoryTransaction) => ({
  id,
  metadata: {
    ...{ operationType: operation, hash, chain: caipNetworkId, status },
    ...(nonce !== undefined && { nonce }),
    ...(minedAt !== undefined && { minedAt: new Date(minedAt).toISOString() }),
    ...(from !== undefined && { sentFrom: from }),
    ...(to !== undefined && { sentTo: to }),
  },
  transfers: transfers.map(toTransfer),
})

function toTransfer({ direction, kind, amount, decimals, priceUsd, ...asset }: HistoryTransfer) {
  const price = priceUsd === undefined ? {} : { price: inDollars(priceUsd) }
  const quantity = amount === undefined ? {} : { quantity: { numeric: formatUnits(amount, decimals) } }
  return { ...(kind === 'nft' ? toNft(asset) : toToken(asset)), direction, ...quantity, ...price }
}

type Asset = Pick<HistoryTransfer, 'name' | 'symbol' | 'imageUrl' | 'isSpam'>

const toToken = ({ name, symbol, imageUrl: url, isSpam }: Asset) => ({
  fungible_info: {
    ...{ name, symbol },
    ...(url !== undefined && { icon: { url } }),
    ...(isSpam && { flags: { is_spam: true } }),
  },
})

const toNft = ({ name, imageUrl: url, isSpam = false }: Asset) => ({
  nft_info: {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { content: { preview: { url }, detail: { url } } }),
    flags: { is_spam: isSpam },
  },
})
