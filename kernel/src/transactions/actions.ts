/** An amount of one asset. */
export interface AssetAmount {
  /** CAIP-19. */
  readonly assetId: string
  /** In base units. */
  readonly amount: bigint
}

/** Text and identifiers attached to a transfer, readable by anybody on the chain. */
export interface PaymentNote {
  /** Not empty, printable characters only. */
  readonly memo?: string
  /** Addresses that the transaction names and that receive nothing, in this order (Solana Pay references). */
  readonly references?: readonly string[]
}

/** Moves an asset from one account to another. */
export interface TransferAction extends AssetAmount {
  readonly type: 'transfer'
  readonly from: string
  readonly to: string
  /** Amount that arrives, in base units, where the token keeps a part of each transfer; `unknown` where the chain cannot say. Absent: all of it. */
  readonly received?: bigint | 'unknown'
  readonly note?: PaymentNote
}

/** Allows `spender` to take up to `amount` of the sender's tokens (ERC-20 `approve`). */
export interface ApprovalAction extends AssetAmount {
  readonly type: 'approval'
  readonly spender: string
}

/** Exchanges one asset for another. */
export interface SwapAction {
  readonly type: 'swap'
  readonly pay: AssetAmount
  /** The transaction fails on the chain where less than this arrives. */
  readonly receiveAtLeast: AssetAmount
  readonly receiver: string
  /** Contract or program that is called. */
  readonly target: string
}

/** A call that no decoder knows. */
export interface UnknownAction {
  readonly type: 'unknown'
  /** Contract, program or pallet that is called. */
  readonly target: string
  /** The call in the chain's own terms: an EVM selector, `Balances.burn`. */
  readonly call: string
  /** Coins that go along, in base units of the network's coin. */
  readonly value?: bigint
}

/** One line of what an action does: `{ label: 'Name', value: 'alice.eth' }`. */
export interface ActionFact {
  readonly label: string
  readonly value: string
}

/** Anything else that a plugin's decoder recognises, such as a name registration. */
export interface CustomAction {
  readonly type: 'custom'
  /** Globally unique: `@scope/package#register`. */
  readonly kind: string
  readonly title: string
  readonly facts: readonly ActionFact[]
  readonly target: string
}

/** One thing that a transaction does, read from its bytes. */
export type Action = TransferAction | ApprovalAction | SwapAction | UnknownAction | CustomAction

/** What the client of a transaction was asked for. `max` matches any amount above zero. */
export type ExpectedAction =
  | Exclude<Action, TransferAction>
  | (Omit<TransferAction, 'amount' | 'received'> & { readonly amount: bigint | 'max' })
