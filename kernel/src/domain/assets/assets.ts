import type { ReadonlySignal } from '../../signals.js'
import type { Account } from '../account.js'
import type { Network } from '../network.js'

/** Decimals of every {@link TokenBalance.priceUsd} and {@link TokenBalance.valueUsd}. */
export const FIAT_DECIMALS = 18

/** A kind of token, told apart by its id and never by its name or symbol, which anybody may copy. */
export interface AssetToken {
  /** CAIP-19 with the address in the chain's own canonical writing: `eip155:1/erc20:0x6B17…`; see {@link coinAssetId} for coins. */
  readonly assetId: string
  /** CAIP-2. */
  readonly caipNetworkId: string
  /** Contract or mint; absent for the network's own coin. */
  readonly address?: string
  readonly name: string
  readonly symbol: string
  /** 0 to 36. */
  readonly decimals: number
  /** `https:` or `data:image/`. */
  readonly iconUrl?: string
}

/** What an account holds of a token. */
export interface TokenBalance extends AssetToken {
  /** In base units. */
  readonly amount: bigint
  /** US dollars for one whole token, with {@link FIAT_DECIMALS} decimals. Absent where no price was read, which is not the same as 0. */
  readonly priceUsd?: bigint
  /** US dollars for `amount`, with {@link FIAT_DECIMALS} decimals, cut. */
  readonly valueUsd?: bigint
  /**
   * Why it may not be what it says: `lookAlike` carries the name or symbol of another token or of the coin, `hiddenText` has characters that
   * nobody sees or that only look like others, `reported` was called spam by the service.
   */
  readonly doubts?: readonly ('lookAlike' | 'hiddenText' | 'reported')[]
  /** Whoever issued it does not let the account send it. */
  readonly isFrozen?: true
}

/** One item of a collection. */
export interface NftBalance {
  /** CAIP-19 with the token id. */
  readonly assetId: string
  readonly caipNetworkId: string
  readonly name: string
  readonly collection?: string
  /** `https:` or `data:image/`. */
  readonly imageUrl?: string
  /** More than one only where the standard has such items (ERC-1155). */
  readonly amount: bigint
}

export interface TokenRequest {
  readonly account: Account
  readonly network: Network
  /** CAIP-19 ids to ask for, where a chain cannot tell by itself what an account holds. */
  readonly known: readonly string[]
  readonly signal: AbortSignal
}

/** A token that a {@link TokenSource} found. */
export type FoundToken = Omit<TokenBalance, 'valueUsd' | 'doubts'> & {
  /** An indexer calls it spam. */
  readonly isReported?: boolean
}

/**
 * Reads tokens of one chain family: from the chain itself, which a namespace contributes with its driver, so that it costs nothing before, or from
 * an indexer.
 */
export interface TokenSource {
  readonly namespace: string
  /** Shown to visitors when an indexer fails. */
  readonly name?: string
  /**
   * It tells what it has indexed. Where the chain can be asked for a token that it names, the chain's amount counts, 0 too; of what it lists
   * beyond that nothing is known for sure. Its failure hides nothing that the chain tells. Default: it reads the chain.
   */
  readonly isIndexer?: boolean
  /** CAIP-19 asset namespace of its tokens: `erc20`, `token`. */
  readonly assetNamespace: string
  /** How a token's address is written where that is not as accounts are written; `undefined` for what is none. Default: as accounts are. */
  parseTokenAddress?(text: string): string | undefined
  /** Without the coin. Balances of 0 may be left out. */
  tokens(request: TokenRequest): Promise<readonly FoundToken[]>
  /** Absent where the family has none, or its nodes cannot list them. */
  nfts?(request: Omit<TokenRequest, 'known'>): Promise<readonly NftBalance[]>
}

/** What the account in use holds on the network in use. */
export interface Holdings {
  /** `stale`: what is shown is old and could not be read anew. */
  readonly status: 'none' | 'loading' | 'ready' | 'stale' | 'failed'
  /** The coin first, then by value, then by name. Empty while `none`, `loading` and `failed`. */
  readonly tokens: readonly TokenBalance[]
  /** The sum of all values, where every token without a doubt has one; with {@link FIAT_DECIMALS} decimals. */
  readonly totalUsd?: bigint
  /** Milliseconds since 1970. */
  readonly readAt?: number
  /** Who did not answer when it was read last, where that failed: a service or an indexer that lists tokens, or the chain itself. */
  readonly unread?: 'service' | 'chain'
}

export interface Balances {
  readonly holdings: ReadonlySignal<Holdings>
  /** Reads where what is known is older than 30 s, or the last failure is; `force` reads in any case. Never rejects. */
  refresh(options?: { readonly force?: boolean }): Promise<void>
  /** Tells what was kept of the account in use over page loads, and asks nobody. Never rejects. */
  recall?(): Promise<void>
}

/** SLIP-44 coin types of the chain families, and of chains with a registered coin that is not their family's. */
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
 * The CAIP-19 id of a network's own coin: `eip155:1/slip44:60`, `eip155:137/slip44:966`. Chains without a type of their own go by their
 * family's, as wallets name test networks too. A family outside this table sets `coinType` on its networks; without it: `/native:coin`.
 */
export function coinAssetId({
  caipNetworkId,
  namespace,
  coinType,
}: Pick<Network, 'caipNetworkId' | 'namespace' | 'coinType'>): string {
  // the table comes first: ids of the same coin have to agree where only the network's id is at hand
  const type = coinTypes[caipNetworkId] ?? coinTypes[namespace] ?? coinType
  return `${caipNetworkId}/${type === undefined ? 'native:coin' : `slip44:${type}`}`
}
