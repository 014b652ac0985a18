import { type Slot, slot } from '../../plugins/token.js'
import type { TransactionStatus } from '../../transactions/transactions.js'
import type { Account } from '../account.js'
import type { Network } from '../network.js'

/** What a transaction moved, seen from the account. */
export interface HistoryTransfer {
  readonly direction: 'in' | 'out' | 'self'
  readonly kind: 'token' | 'nft'
  /** Empty where nobody knows it. */
  readonly name: string
  /** Empty where nobody knows it. Whoever made the token chose it. */
  readonly symbol: string
  /** Counts units of 10^-`decimals`. Absent where it could not be read. */
  readonly amount?: bigint
  /** Those of `amount`; 0 to 36. */
  readonly decimals: number
  /** US dollars for one whole token, with {@link FIAT_DECIMALS} decimals. Absent where no price was read. */
  readonly priceUsd?: bigint
  /** CAIP-19 of a token or coin, where the source knows it. It decides which mark is drawn where there is no `imageUrl`. */
  readonly assetId?: string
  /** `https:` or `data:image/`. */
  readonly imageUrl?: string
  /** The service calls it spam. */
  readonly isSpam?: boolean
}

/** A transaction that an account took part in. */
export interface HistoryEntry {
  /** Unique for an account on a network. */
  readonly id: string
  /** CAIP-2. */
  readonly caipNetworkId: string
  readonly hash?: string
  /** What it did, such as `send`, `receive`, `trade`, `approve`. Unknown words are allowed. */
  readonly type: string
  /** Shown in place of the words for `type`, such as the title of an order. */
  readonly title?: string
  readonly status: TransactionStatus
  /** Milliseconds since 1970. Absent where it is not in a block yet, or nobody knows. */
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
  /** What the page before named; absent for the first page. */
  readonly cursor?: string
  readonly signal: AbortSignal
}

export interface HistoryPage {
  /** The newest first. */
  readonly entries: readonly HistoryEntry[]
  /** Names the next page; absent after the last one. */
  readonly next?: string
  /** How many blocks have been looked through so far, counted from the newest, where that is all that the node can be asked for. */
  readonly lookedBack?: number
}

/** Reads past transactions of one chain family. Namespaces contribute the chain itself as a fallback; any plugin may add an indexer of its own. */
export interface HistorySource {
  readonly namespace: string
  /** Shown to visitors when the source fails. Default: the name of the network. */
  readonly name?: string
  /** Asked only where the Blockchain API does not list the network. Other sources are always asked. */
  readonly isFallback?: boolean
  /** Resolves to `null` where the source does not list past transactions of the network. Rejects on failure. Cut off after 60 s. */
  page(request: HistoryRequest): Promise<HistoryPage | null>
}

/**
 * Sources of past transactions, any number per chain family. Their pages are merged: each source has its own cursor, and a transaction that
 * several sources list appears once, by its hash or else its id.
 */
export const historySources: Slot<HistorySource> = slot('@wallet-modal/kernel#historySources')
