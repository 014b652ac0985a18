import type { PaymentLink } from '@wallet-modal/kernel'
import { coinAssetId, splitLink } from '@wallet-modal/kernel/assets'
import { parseSolanaAddress } from '../sdk.js'

/** A transfer request names no cluster: it is paid on the main one. */
const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const refuse = (code: string, text?: string): PaymentLink => ({
  refusal: { code, severity: 'refuse', ...(text !== undefined && { text }) },
})

function addressOf(text: string): string | undefined {
  try {
    return parseSolanaAddress(text)
  } catch {
    return undefined // the link is refused as a whole
  }
}

/** In whole units: digits, with a 0 before the dot where it is less than 1, and without an exponent. */
const isAmount = (text: string): boolean => /^\d{1,40}(\.\d{1,36})?$/.test(text)

/**
 * Reads a transfer request of Solana Pay. One that wants a reference or a memo in the transaction is refused: without them its receiver would
 * not recognise the payment. So is a transaction request, whose server would make the transaction.
 */
export function readSolanaLink(text: string): PaymentLink | undefined {
  const parts = splitLink(text, 'solana')
  if (parts === undefined) return undefined
  if (!parts) return refuse('badLink')
  if (/^https(:|%3a)/i.test(parts.path)) return refuse('notAPayment')
  const { path, query } = parts
  const [amount, mint] = [query.get('amount'), query.get('spl-token')]
  const demanded = ['reference', 'memo'].filter((key) => query.has(key))
  const receiver = addressOf(path)
  const token = mint === undefined ? undefined : addressOf(mint)
  if (receiver === undefined || (mint !== undefined && token === undefined)) return refuse('badLink')
  if (amount !== undefined && !isAmount(amount)) return refuse('badLink')
  if (demanded.length > 0) return refuse('linkDemands', demanded.join(', '))
  const coin = coinAssetId({ caipNetworkId: MAINNET, namespace: 'solana' })
  const assetId = token !== undefined ? `${MAINNET}/token:${token}` : amount !== undefined ? coin : undefined
  return {
    request: {
      caipNetworkId: MAINNET,
      receiver,
      ...(assetId !== undefined && { assetId }),
      ...(amount !== undefined && { amount }),
    },
  }
}
