import { view } from '@wallet-modal/kernel'

/** Request that the sandbox wallet shows for approval: decoded facts, and the exact payload. One format for all chain families. */
export interface ApprovalRequest {
  /** Kind of the request. */
  readonly kind: 'connect' | 'signIn' | 'message' | 'typedData' | 'transaction' | 'signTransaction' | 'network'
  /** Host of the requesting page. */
  readonly domain: string
  /** Address of the account that signs or connects, in the chain's own format. */
  readonly address: string
  /** CAIP-2 id of the network. */
  readonly caipNetworkId: string
  /** Decoded content of the request, such as recipient and amount. */
  readonly facts: readonly ApprovalFact[]
  /** Parts of a transaction in the order of display: its instructions, its outputs and inputs, or its calls. */
  readonly steps?: readonly ApprovalStep[]
  /** Exact text or bytes to be signed. */
  readonly payload?: string
}

/**
 * Part of a transaction: an instruction, input, output or call. `input`: input that the wallet signs; `otherInput`: input that it does not sign.
 * `change`: output that pays to the wallet itself.
 */
export interface ApprovalStep {
  readonly kind:
    | 'transfer'
    | 'createAccount'
    | 'tokenTransfer'
    | 'approval'
    | 'instruction'
    | 'call'
    | 'input'
    | 'otherInput'
    | 'output'
    | 'change'
  readonly facts: readonly ApprovalFact[]
}

/**
 * Row of the approval sheet: a label and its value. `outgoing` and `incoming`: net amount that a Bitcoin transaction takes from or adds to the wallet's
 * accounts. `ordinals`: address of the account for ordinals. `sighash`: the parts of the transaction that the signature covers, if not all.
 */
export interface ApprovalFact {
  readonly label:
    | 'to'
    | 'from'
    | 'spender'
    | 'value'
    | 'baseUnits'
    | 'data'
    | 'network'
    | 'signedDomain'
    | 'contract'
    | 'type'
    | 'program'
    | 'account'
    | 'feePayer'
    | 'owner'
    | 'mint'
    | 'call'
    | 'arguments'
    | 'nonce'
    | 'tip'
    | 'era'
    | 'runtime'
    | 'genesis'
    | 'ordinals'
    | 'outgoing'
    | 'incoming'
    | 'fee'
    | 'script'
    | 'sighash'
  readonly value: string
  /** `address` is shown in full, in groups of four; `data` is shown unchanged, in a monospace font. Absent: plain text. */
  readonly format?: 'address' | 'data'
}

/**
 * View in which the sandbox wallet asks for approval. Result: `true` if the visitor approves, `false` if the visitor rejects, `undefined` if the
 * visitor closes the view.
 */
export const Approve = view<ApprovalRequest, boolean>('@wallet-modal/sandbox#Approve')
