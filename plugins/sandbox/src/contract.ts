import { view } from '@wallet-modal/kernel'

/** What the sandbox wallet is asked to agree to, in words and in the exact bytes. */
export interface ApprovalRequest {
  readonly kind: 'connect' | 'message' | 'typedData' | 'transaction' | 'network'
  /** Who is asked: the account that would sign. */
  readonly address: string
  readonly caipNetworkId: string
  /** Lines to read before agreeing, such as recipient and amount. */
  readonly facts: readonly ApprovalFact[]
  /** What is signed, to the letter. */
  readonly payload?: string
}

export interface ApprovalFact {
  readonly label: 'to' | 'value' | 'data' | 'network' | 'domain' | 'contract' | 'type'
  readonly value: string
}

/** The sandbox wallet's approval sheet. Answers `true`; leaving it means no. */
export const Approve = view<ApprovalRequest, boolean>('@wallet-modal/sandbox#Approve')
