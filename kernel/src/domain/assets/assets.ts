import type { ReadonlySignal } from '../../signals.js'
import type { Account } from '../account.js'
import type { Network } from '../network.js'

/** Decimals of every {@link TokenBalance.priceUsd} and {@link TokenBalance.valueUsd}. */
export const FIAT_DECIMALS = 18

/** Token or coin. Identified by its id; never by its name or symbol, which any token can copy. */
export interface AssetToken {
  /** CAIP-19 with the address in the chain's canonical form: `eip155:1/erc20:0x6B17…`; see {@link coinAssetId} for native coins. */
  readonly assetId: string
  /** CAIP-2. */
  readonly caipNetworkId: string
  /** Contract or mint; absent for the native coin. */
  readonly address?: string
  readonly name: string
  readonly symbol: string
  /** 0 to 36. */
  readonly decimals: number
  /** `https:` or `data:image/`. */
  readonly iconUrl?: string
}

/** An account's balance of a token. */
export interface TokenBalance extends AssetToken {
  /** In base units. */
  readonly amount: bigint
  /** US dollars for one whole token, with {@link FIAT_DECIMALS} decimals. Absent if unknown, which is different from 0. */
  readonly priceUsd?: bigint
  /** US dollars for `amount`, with {@link FIAT_DECIMALS} decimals, rounded down. */
  readonly valueUsd?: bigint
  /**
   * Spam flags. `lookAlike`: has the name or symbol of another token or of the native coin. `hiddenText`: contains invisible or look-alike
   * characters. `reported`: marked as spam by the service that listed the token.
   */
  readonly spamFlags?: readonly ('lookAlike' | 'hiddenText' | 'reported')[]
  /** Set if the issuer froze the balance: the account cannot send it. */
  readonly isFrozen?: true
  /**
   * Balance as wallets display it, in base units, rounded down; `unknown` if it cannot be computed. Set only for a token whose issuer scales the
   * displayed amounts, or that bears interest (Token-2022: scaled UI amount, interest-bearing). `amount` remains the balance on the chain. A token
   * with this field has no `priceUsd` and `valueUsd`: price services do not tell which of the two amounts a price is for. The modal cannot send or
   * swap the token, because entered amounts would not be exact.
   */
  readonly scaledAmount?: bigint | 'unknown'
}

/** Item of an NFT collection. */
export interface NftBalance {
  /** CAIP-19 with the token id. */
  readonly assetId: string
  readonly caipNetworkId: string
  readonly name: string
  readonly collection?: string
  /** `https:` or `data:image/`. */
  readonly imageUrl?: string
  /** More than one only if the standard allows it (ERC-1155). */
  readonly amount: bigint
}

export interface TokenRequest {
  readonly account: Account
  readonly network: Network
  /** CAIP-19 ids to read, for chains that cannot list the tokens of an account. */
  readonly assetIds: readonly string[]
  /** Whether tokens of `assetIds` are returned even with a balance of 0. Default: they may be omitted. */
  readonly includeEmpty?: boolean
  readonly signal: AbortSignal
}

/** A token that a {@link TokenSource} found. */
export type FoundToken = Omit<TokenBalance, 'valueUsd' | 'spamFlags'> & {
  /** Marked as spam by an indexer. */
  readonly isReported?: boolean
}

/**
 * Reads tokens of one chain family, from the chain or from an indexer. A namespace contributes its source when its driver is loaded, so
 * that a page does not download the source before a connection.
 */
export interface TokenSource {
  readonly namespace: string
  /** Display name, for messages about a failed indexer. */
  readonly name?: string
  /**
   * Whether the source is an indexer. If `false` (default), the source reads the chain. If the chain also returns a balance that an indexer lists,
   * the chain's balance is used, even if it is 0. If an indexer fails, tokens that the chain returned are still listed.
   */
  readonly isIndexer?: boolean
  /** CAIP-19 asset namespace of its tokens: `erc20`, `token`. */
  readonly assetNamespace: string
  /** Canonical form of a token's address or id; `undefined` if invalid. Absent if token addresses have the same format as account addresses. */
  parseTokenAddress?(text: string): string | undefined
  /** Tokens of an account, without the native coin. Rejects on failure. Time limit: 60 s; for an indexer 10 s. */
  tokens(request: TokenRequest): Promise<readonly FoundToken[]>
  /** NFTs of an account; `null` if the source does not support the network. Absent if the family has no NFTs, or its nodes cannot list them. */
  nfts?(request: Omit<TokenRequest, 'assetIds'>): Promise<readonly NftBalance[] | null>
}

/** Balances of the active account on the active network. */
export interface Holdings {
  /**
   * `none`: nothing was read yet, no account is connected, or the site does not list the account's network. `stale`: the displayed balances may be
   * outdated, because they were stored by an earlier page, are older than a minute, or the last read failed.
   */
  readonly status: 'none' | 'loading' | 'ready' | 'stale' | 'failed'
  /** Sorted: the native coin first, then by value, then by name. Empty in the states `none`, `loading` and `failed`. */
  readonly tokens: readonly TokenBalance[]
  /** Sum of the values of all tokens without spam flags; missing if one of them has no value. With {@link FIAT_DECIMALS} decimals. */
  readonly totalUsd?: bigint
  /** Milliseconds since 1970 when the displayed balances were read. */
  readonly readAt?: number
  /** Source that failed in the last read: `service` for the Blockchain API (service `blockchain`) or an indexer, `chain` for the chain's nodes. */
  readonly failedSource?: 'service' | 'chain'
  /** The account's tokens on other networks, by CAIP-2 id. {@link Balances.refresh} reads them if its option `network` is set. */
  readonly otherNetworks?: Readonly<Record<string, readonly TokenBalance[]>>
}

/** Capability `balances`. */
export interface Balances {
  /**
   * Balances of the active account: `status`, `tokens`, `totalUsd` and other fields. The plugin reads the balances when `refresh` is called, when a
   * view displays them, and after transactions.
   */
  readonly holdings: ReadonlySignal<Holdings>
  /**
   * Reads the balances if the last result or failure is older than 30 s. The option `force: true` reads the balances in any case. The option
   * `network` reads the balances on another network of the same chain family and writes them to the field `otherNetworks` of `holdings`. Never
   * rejects.
   */
  refresh(options?: { readonly force?: boolean; readonly network?: Network | undefined }): Promise<void>
  /** Sets `holdings` to the stored balances of the active account, without a request. Never rejects. */
  recall?(): Promise<void>
}

/** SLIP-44 coin types of the chain families, and of chains whose coin has its own type. */
const coinTypes: Readonly<Record<string, number>> = {
  eip155: 60,
  solana: 501,
  bip122: 0,
  polkadot: 354,
  'eip155:56': 714, // BNB
  'eip155:61': 61, // ETC
  'eip155:100': 700, // xDAI
  'eip155:137': 966, // POL
  'eip155:250': 1007, // FTM
  'eip155:8217': 8217, // KAIA
  'eip155:42220': 52752, // CELO
  'eip155:43114': 9005, // AVAX
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 434, // KSM
  'polkadot:48239ef607d7928874027a43a6768920': 434, // KSM, on Asset Hub
}

/**
 * CAIP-19 id of a network's native coin: `eip155:1/slip44:60`, `eip155:137/slip44:966`. Chains without their own coin type use that of their family,
 * as wallets do for test networks. For families other than eip155, solana, bip122 and polkadot, set `coinType` on the networks; otherwise the id ends
 * with `/native:coin`.
 */
export function coinAssetId({
  caipNetworkId,
  namespace,
  coinType,
}: Pick<Network, 'caipNetworkId' | 'namespace' | 'coinType'>): string {
  // the table takes precedence, so that callers without `coinType` get the same id
  const type = coinTypes[caipNetworkId] ?? coinTypes[namespace] ?? coinType
  return `${caipNetworkId}/${type === undefined ? 'native:coin' : `slip44:${type}`}`
}

/** Whether a CAIP-19 id is that of the network's native coin, whatever its coin type; see {@link coinAssetId}. */
export const isCoinOf = (caipNetworkId: string, assetId: string): boolean =>
  assetId.startsWith(`${caipNetworkId}/slip44:`) || assetId === `${caipNetworkId}/native:coin`
