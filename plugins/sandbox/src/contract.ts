import { view } from '@wallet-modal/kernel'

/** What the sandbox wallet is asked to agree to, in words and in the exact bytes. The same for every chain family. */
export interface ApprovalRequest {
  readonly kind: 'connect' | 'signIn' | 'message' | 'typedData' | 'transaction' | 'signTransaction' | 'network'
  /** The host of the page that asks. */
  readonly domain: string
  /** Who is asked: the account that would sign, in the chain's own writing. */
  readonly address: string
  readonly caipNetworkId: string
  /** Lines to read before agreeing, such as recipient and amount. */
  readonly facts: readonly ApprovalFact[]
  /** What a transaction does, one after the other: instructions, outputs, calls. */
  readonly steps?: readonly ApprovalStep[]
  /** What is signed, to the letter. */
  readonly payload?: string
}

/** One part of a transaction. */
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
  /** `address` is shown in full, in groups of four; `data` is shown to the letter. Absent: plain text. */
  readonly format?: 'address' | 'data'
}

/** The sandbox wallet's approval sheet. Answers `true`; leaving it means no. */
export const Approve = view<ApprovalRequest, boolean>('@wallet-modal/sandbox#Approve')
