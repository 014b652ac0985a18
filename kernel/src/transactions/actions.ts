/** An amount of one asset. */
export interface AssetAmount {
  /** CAIP-19. */
  readonly assetId: string
  /** In base units. */
  readonly amount: bigint
}

/**
 * Risk of a received token. `permanentDelegate`: an account can take the tokens from any holder. `transferFee`: a part of each transfer is withheld,
 * or an account can introduce such a fee. `pausable`: transfers are paused, or an account can pause them. `transferHook`: a program takes part in
 * each transfer and can refuse it, or an account can add such a program. `frozenByDefault`: new token accounts are frozen. `unknown`: the risks could
 * not be read.
 */
export interface AssetRisk {
  /** CAIP-19. */
  readonly assetId: string
  readonly code: 'permanentDelegate' | 'transferFee' | 'pausable' | 'transferHook' | 'frozenByDefault' | 'unknown'
}

/** Text and identifiers attached to a transfer, readable by anybody on the chain. */
export interface PaymentNote {
  /** Non-empty, printable characters only. */
  readonly memo?: string
  /** Read-only accounts that receive nothing, in order (Solana Pay references). */
  readonly references?: readonly string[]
}

/** Moves an asset from one account to another. */
export interface TransferAction extends AssetAmount {
  readonly type: 'transfer'
  readonly from: string
  readonly to: string
  /** Received amount in base units, if the token withholds a fee; `unknown` if it cannot be determined. If absent, the full amount is received. */
  readonly received?: bigint | 'unknown'
  readonly note?: PaymentNote
}

/**
 * Allows `spender` to take up to `amount` of the sender's tokens (ERC-20 `approve`). For an NFT (ERC-721 `approve`), `amount` is 1, or 0 if the call
 * removes the permission.
 */
export interface ApprovalAction extends AssetAmount {
  readonly type: 'approval'
  readonly spender: string
}

/** Exchanges one asset for another. */
export interface SwapAction {
  readonly type: 'swap'
  readonly pay: AssetAmount
  /** Minimum output; below it the transaction fails on the chain. */
  readonly receiveAtLeast: AssetAmount
  readonly receiver: string
  /** Contract or program that is called. */
  readonly target: string
}

/** Call that no decoder recognizes. */
export interface UnknownAction {
  readonly type: 'unknown'
  /** Contract, program or pallet that is called. */
  readonly target: string
  /** Name of the call on its chain: an EVM selector, `Balances.burn`. */
  readonly call: string
  /** Value in base units of the native coin. */
  readonly value?: bigint
}

/**
 * Call that executes other calls, such as a Polkadot batch or proxy call. The actions of these calls follow the group in the list. If the calls
 * succeed or fail together with the transaction, the list contains only their actions, without a group.
 */
export interface CallGroupAction {
  readonly type: 'callGroup'
  /** Name of the call on its chain: `Utility.batch`. */
  readonly call: string
  /** Names of the contained calls, in order. */
  readonly calls: readonly string[]
  /**
   * Effect of a failed call: `stop` skips the calls after it, `continue` executes them. The calls before it stay in effect. A proxy call in a batch
   * has `continue`, because it succeeds even if the proxied call fails. Absent for a proxy call outside of a batch, and if the calls succeed or fail
   * together.
   */
  readonly onFailure?: 'stop' | 'continue'
  /** Account whose coins and rights the contained calls use, if it is not the sender. */
  readonly account?: string
}

/** Detail of an action: `{ label: 'Name', value: 'alice.eth' }`. */
export interface ActionFact {
  readonly label: string
  readonly value: string
}

/** Action recognized by a plugin's decoder, such as a name registration. */
export interface CustomAction {
  readonly type: 'custom'
  /** Globally unique: `@scope/package#register`. */
  readonly kind: string
  readonly title: string
  readonly facts: readonly ActionFact[]
  readonly target: string
}

/** Action of a transaction, decoded from its bytes. */
export type Action = TransferAction | ApprovalAction | SwapAction | UnknownAction | CallGroupAction | CustomAction

/** Action that the caller of `prepare` expects. `max` matches any amount above zero. */
export type ExpectedAction =
  | Exclude<Action, TransferAction>
  | (Omit<TransferAction, 'amount' | 'received'> & { readonly amount: bigint | 'max' })
