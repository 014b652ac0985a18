import type { TokenMetadata } from './token-metadata.js'

/** Effect of a transaction on an account, named as in the history route of the Blockchain API. */
export type Operation = 'approve' | 'burn' | 'deploy' | 'execute' | 'mint' | 'receive' | 'send' | 'trade'

/** Metadata of an item of an NFT collection. */
export interface NftMetadata {
  /** Address of the collection, in the chain's canonical form. On Solana: the mint of the item. */
  readonly address: string
  /** Name of the item. */
  readonly name?: string
  /** `https:` or `data:image/`. */
  readonly imageUrl?: string
}

/** Incoming or outgoing transfer of an account. */
export interface Movement {
  readonly direction: 'in' | 'out' | 'self'
  /** `coin` is the native coin. */
  readonly asset: 'coin' | { readonly token: TokenMetadata } | { readonly nft: NftMetadata }
  /** In base units, or the number of items. */
  readonly amountBase: bigint
}

/** Transaction from the perspective of one account. */
export interface ActivityEntry {
  readonly hash: string
  readonly operation: Operation
  readonly status: 'confirmed' | 'failed' | 'pending'
  /** Milliseconds since 1970: time of the block. While pending: time when the transaction was first seen in the mempool. */
  readonly at: number
  /** Payer if there is exactly one payer and one payee. In other cases the engine chooses an address, usually the sender of the transaction. */
  readonly from: string
  /**
   * Payee if there is exactly one payer and one payee. In other cases the engine chooses an address, such as the called contract. Empty if there is
   * no address.
   */
  readonly to: string
  readonly nonce: number
  readonly movements: readonly Movement[]
  /** Opaque position on the chain, for `before` in {@link EngineAssets}. Absent while pending: only the first page has pending entries. */
  readonly position?: string
}

export interface ActivityPage {
  /** Newest first. */
  readonly entries: readonly ActivityEntry[]
  readonly hasMore: boolean
}

/** Direction of a transfer as seen from `account`; `undefined` if the account is neither sender nor receiver. */
export function directionOf(account: string, from: string, to: string): Movement['direction'] | undefined {
  if (from === account) return to === account ? 'self' : 'out'
  return to === account ? 'in' : undefined
}

interface AssetTransfer {
  readonly direction: Movement['direction']
  /** Key of the asset. */
  readonly asset: string
  /** Whether the transfer minted or burned the asset, so that it has no payer or no payee. */
  readonly isMintOrBurn: boolean
}

/** Derives the operation of a successful transaction from an account's transfers; `undefined` if there are no transfers. */
export function operationOf(transfers: readonly AssetTransfer[]): Operation | undefined {
  const [ins, outs] = (['in', 'out'] as const).map((one) => transfers.filter(({ direction }) => direction === one))
  if (!ins || !outs || transfers.length === 0) return undefined
  const sentAssets = new Set(outs.map(({ asset }) => asset))
  if (outs.length > 0 && ins.some(({ asset }) => !sentAssets.has(asset))) return 'trade'
  if (outs.length > 0) return outs.every(({ isMintOrBurn }) => isMintOrBurn) ? 'burn' : 'send'
  if (ins.length > 0) return ins.every(({ isMintOrBurn }) => isMintOrBurn) ? 'mint' : 'receive'
  return 'send'
}
