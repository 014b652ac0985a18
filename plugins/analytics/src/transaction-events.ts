import { formatAmount, type SentTransaction, type TokenAmount } from '@wallet-modal/kernel'
import type { EventProperties } from './contract.js'

interface Reported {
  readonly event: string
  readonly properties: EventProperties
}

const amountOf = ({ token, amount }: TokenAmount): string => formatAmount(amount, token.decimals)

/** The event of a transaction that a wallet was given. Approvals and calls of strangers have none. */
export function sentEvent(sent: SentTransaction): Reported | undefined {
  if (sent.type === 'transfer') return { event: 'SEND_INITIATED', properties: factsOf(sent) }
  return sent.type === 'swap' ? { event: 'INITIATE_SWAP', properties: factsOf(sent) } : undefined
}

/** The event of a transaction whose end the chain has told. */
export function settledEvent(sent: SentTransaction, isConfirmed: boolean): Reported | undefined {
  const hash = sent.hash === undefined ? {} : { hash: sent.hash }
  if (sent.type === 'transfer')
    return { event: isConfirmed ? 'SEND_SUCCESS' : 'SEND_ERROR', properties: { ...factsOf(sent), ...hash } }
  return sent.type === 'swap'
    ? { event: isConfirmed ? 'SWAP_SUCCESS' : 'SWAP_ERROR', properties: factsOf(sent) }
    : undefined
}

function factsOf(sent: SentTransaction): EventProperties {
  const network = sent.caipNetworkId
  if (sent.type === 'transfer') return { network, token: sent.token.symbol, amount: amountOf(sent) }
  if (sent.type !== 'swap') return { network }
  const { pay, receive } = sent
  return {
    network,
    ...{ swapFromToken: pay.token.symbol, swapFromAmount: amountOf(pay) },
    ...{ swapToToken: receive.token.symbol, swapToAmount: amountOf(receive) },
  }
}
