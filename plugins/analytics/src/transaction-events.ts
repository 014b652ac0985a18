import {
  type FinalStatus,
  formatAmount,
  type SentTransaction,
  type TokenAmount,
  type UnsentTransaction,
} from '@wallet-modal/kernel'
import type { EventProperties } from './contract.js'

export interface ReportedEvent {
  readonly event: string
  readonly properties: EventProperties
}

const amountOf = ({ token, amount }: TokenAmount): string => formatAmount(amount, token.decimals)

/** Event for `transactionSent`; `undefined` unless the transaction is a transfer or a swap. */
export function sentEvent(sent: SentTransaction): ReportedEvent | undefined {
  if (sent.type === 'transfer') return { event: 'SEND_INITIATED', properties: propertiesOf(sent) }
  return sent.type === 'swap' ? { event: 'INITIATE_SWAP', properties: propertiesOf(sent) } : undefined
}

/** Values of the property `message`, by final status. */
const statusMessages: Readonly<Record<FinalStatus, string>> = {
  confirmed: '',
  failed: 'The transaction failed on the chain.',
  partlyFailed: 'A part of the transaction failed on the chain.',
  replaced: 'Another transaction replaced this transaction.',
}

/** Event for a transaction with a final status; `undefined` for confirmed approvals, contract calls and custom transactions. */
export function settledEvent(sent: SentTransaction, status: FinalStatus): ReportedEvent | undefined {
  const isConfirmed = status === 'confirmed'
  const message = isConfirmed ? {} : { message: statusMessages[status] }
  if (sent.type === 'transfer') {
    const includedHash = sent.replacementHash ?? sent.hash
    const hash = includedHash === undefined ? {} : { hash: includedHash }
    return {
      event: isConfirmed ? 'SEND_SUCCESS' : 'SEND_ERROR',
      properties: { ...propertiesOf(sent), ...hash, ...message },
    }
  }
  const properties = { ...propertiesOf(sent), ...message }
  if (sent.type === 'swap') return { event: isConfirmed ? 'SWAP_SUCCESS' : 'SWAP_ERROR', properties }
  return sent.type === 'approval' && !isConfirmed ? { event: 'SWAP_APPROVAL_ERROR', properties } : undefined
}

/** Event for a transaction that the wallet did not send; `undefined` unless it is a transfer, a swap or an approval. */
export function notSentEvent(unsent: UnsentTransaction): ReportedEvent | undefined {
  const { isRejected, message } = unsent
  const properties = { ...propertiesOf(unsent), message }
  if (unsent.type === 'transfer') return { event: isRejected ? 'SEND_REJECTED' : 'SEND_ERROR', properties }
  if (unsent.type === 'swap') return { event: 'SWAP_ERROR', properties }
  return unsent.type === 'approval' ? { event: 'SWAP_APPROVAL_ERROR', properties } : undefined
}

function propertiesOf(sent: SentTransaction | UnsentTransaction): EventProperties {
  const network = sent.caipNetworkId
  if (sent.type === 'transfer') return { network, token: sent.token.symbol, amount: amountOf(sent) }
  if (sent.type === 'approval') return { network, swapFromToken: sent.token.symbol, swapFromAmount: amountOf(sent) }
  if (sent.type !== 'swap') return { network }
  const { pay, receive } = sent
  return {
    network,
    ...{ swapFromToken: pay.token.symbol, swapFromAmount: amountOf(pay) },
    ...{ swapToToken: receive.token.symbol, swapToAmount: amountOf(receive) },
  }
}
