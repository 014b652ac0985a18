import { type Slot, slot } from '../../plugins/token.js'
import type { TransactionStatus } from '../../transactions/transactions.js'
import type { Account } from '../account.js'
import type { Network } from '../network.js'

/** Transfer in a transaction, from the account's perspective. */
export interface HistoryTransfer {
  readonly direction: 'in' | 'out' | 'self'
  readonly kind: 'token' | 'nft'
  /** Empty if unknown. */
  readonly name: string
  /** Empty if unknown. Chosen by the token's creator, so untrusted. */
  readonly symbol: string
  /** In units of 10^-`decimals`. Absent if unknown. */
  readonly amount?: bigint
  /** Decimals of `amount`, 0 to 36. */
  readonly decimals: number
  /** US dollars for one whole token, with {@link FIAT_DECIMALS} decimals. Absent if unknown. */
  readonly priceUsd?: bigint
  /** CAIP-19 id of a token or coin, if the source knows it. Determines the logo if there is no `imageUrl`. */
  readonly assetId?: string
  /** `https:` or `data:image/`. */
  readonly imageUrl?: string
  /** Marked as spam by the source. */
  readonly isSpam?: boolean
}

/** Transaction that involves an account. */
export interface HistoryEntry {
  /** Unique for an account on a network. */
  readonly id: string
  /** CAIP-2. */
  readonly caipNetworkId: string
  readonly hash?: string
  /** Type, such as `send`, `receive`, `trade`, `approve`. Other values are allowed. */
  readonly type: string
  /** Displayed instead of the text for `type`, such as the title of an order. */
  readonly title?: string
  readonly status: TransactionStatus
  /** Milliseconds since 1970. Absent while pending, or if unknown. */
  readonly at?: number
  readonly from?: string
  readonly to?: string
  /** In base units of the network's coin. */
  readonly fee?: bigint
  readonly transfers: readonly HistoryTransfer[]
}

export interface HistoryRequest {
  readonly account: Account
  readonly network: Network
  /** `next` of the previous page; absent for the first page. */
  readonly cursor?: string
  readonly signal: AbortSignal
}

export interface HistoryPage {
  /** Newest first, each with all of its transfers. An entry is ignored if an earlier page contained its `id`. */
  readonly entries: readonly HistoryEntry[]
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string
  /** Number of blocks searched so far, counted back from the latest block. Only for sources that search block by block. */
  readonly searchedBlocks?: number
}

/** Reads past transactions of one chain family, from the chain or from an indexer. */
export interface HistorySource {
  readonly namespace: string
  /** Display name, for messages about a failed source. Default: the name of the network. */
  readonly name?: string
  /** Set if the source is used only for networks that the Blockchain API (service `blockchain`) does not list. Other sources are always used. */
  readonly isFallback?: boolean
  /** Resolves to `null` if the source does not list past transactions of the network. Rejects on failure. Time limit: 60 s. */
  page(request: HistoryRequest): Promise<HistoryPage | null>
}

/**
 * Sources of past transactions. A chain family can have several sources, each with its own cursor. The pages of all sources are merged. A transaction
 * that several sources return is listed once. Transactions are compared by their hash or, without a hash, by their id.
 */
export const historySources: Slot<HistorySource> = slot('@wallet-modal/kernel#historySources')
