import type { TokenFacts } from './token-facts.js'

/** What a transaction did for an account, in the words of the history reply. */
export type Operation = 'approve' | 'burn' | 'deploy' | 'execute' | 'mint' | 'receive' | 'send' | 'trade'

/** One item of a collection, as the chain describes it. */
export interface NftFacts {
  /** Of the collection, in the chain's canonical writing. */
  readonly address: string
  readonly name?: string
  /** `https:` or `data:image/`. */
  readonly imageUrl?: string
}

/** Something that came to an account or left it. */
export interface Movement {
  readonly direction: 'in' | 'out' | 'self'
  /** `coin` for the network's own. */
  readonly asset: 'coin' | { readonly token: TokenFacts } | { readonly nft: NftFacts }
  /** In base units, or the number of items. */
  readonly amountBase: bigint
}

/** A transaction as it looks from one account. */
export interface ActivityEntry {
  readonly hash: string
  readonly operation: Operation
  readonly status: 'confirmed' | 'failed' | 'pending'
  /** Milliseconds since 1970: of its block, or when it was first seen in the mempool. */
  readonly minedAt: number
  /** Who gave and who got it, where that is one of each; else who sent the transaction and what it called. */
  readonly from: string
  readonly to: string
  readonly nonce: number
  readonly movements: readonly Movement[]
  /** Where it is on the chain. Absent while it waits: such entries come first, on the first page only. */
  readonly position?: string
}

export interface ActivityPage {
  /** Newest first. */
  readonly entries: readonly ActivityEntry[]
  readonly hasMore: boolean
}

/** How a movement of `from` and `to` looks from `account`; `undefined` where it has no part in it. */
export function directionOf(account: string, from: string, to: string): Movement['direction'] | undefined {
  if (from === account) return to === account ? 'self' : 'out'
  return to === account ? 'in' : undefined
}

interface Moved {
  readonly direction: Movement['direction']
  /** Tells assets apart. */
  readonly asset: string
  /** The other side is nobody: it was made or destroyed. */
  readonly isMade: boolean
}

/** What a transaction that went through did for an account, by what it moved; `undefined` where it moved nothing of the account's. */
export function operationOf(moved: readonly Moved[]): Operation | undefined {
  const [ins, outs] = (['in', 'out'] as const).map((one) => moved.filter(({ direction }) => direction === one))
  if (!ins || !outs || moved.length === 0) return undefined
  const given = new Set(outs.map(({ asset }) => asset))
  if (outs.length > 0 && ins.some(({ asset }) => !given.has(asset))) return 'trade'
  if (outs.length > 0) return outs.every(({ isMade }) => isMade) ? 'burn' : 'send'
  if (ins.length > 0) return ins.every(({ isMade }) => isMade) ? 'mint' : 'receive'
  return 'send'
}
