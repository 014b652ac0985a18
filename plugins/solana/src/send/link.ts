import type { PaymentLink, PaymentNote } from '@wallet-modal/kernel'
import { coinAssetId, splitLink } from '@wallet-modal/kernel/assets'
import { parseSolanaAddress } from '../address.js'

/** Network of all links: transfer requests of Solana Pay do not name a cluster. */
const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const refuse = (code: string, text?: string): PaymentLink => ({
  refusal: { code, severity: 'refuse', ...(text !== undefined && { text }) },
})

function addressOf(text: string): string | undefined {
  try {
    return parseSolanaAddress(text)
  } catch {
    return undefined // the caller refuses the link
  }
}

/** Maximum length of a memo, so that it fits into a transaction. */
const MAX_MEMO_BYTES = 200
/** Line breaks, control and invisible characters, which cannot be reviewed. */
const invisibleCharacters = /[\p{C}\p{Zl}\p{Zp}]/u

/** Memo and reference of a link; `undefined` if one of them is invalid. Only one reference is supported, because query keys must be unique. */
function noteOf(query: ReadonlyMap<string, string>): PaymentNote | undefined {
  const [memo, key] = [query.get('memo'), query.get('reference')]
  const reference = key === undefined ? undefined : addressOf(key)
  if (key !== undefined && reference === undefined) return undefined
  if (memo !== undefined && (memo.trim() === '' || invisibleCharacters.test(memo))) return undefined
  return { ...(memo !== undefined && { memo }), ...(reference !== undefined && { references: [reference] }) }
}

/** Whether a text is an amount in SOL or whole tokens: decimal digits, a 0 before the point if the amount is below 1, and no exponent. */
const isAmount = (text: string): boolean => /^\d{1,40}(\.\d{1,36})?$/.test(text)

/**
 * Parses a transfer request of Solana Pay, with the reference and memo by which the receiver identifies the payment. Refuses transaction requests,
 * whose transaction would come from a server. `undefined` for a text with another scheme than `solana:`.
 */
export function readSolanaLink(text: string): PaymentLink | undefined {
  const link = splitLink(text, 'solana')
  if (link === undefined) return undefined
  if (!link) return refuse('badLink')
  if (/^https(:|%3a)/i.test(link.path)) return refuse('notAPayment')
  const { path, query } = link
  const [amount, mint] = [query.get('amount'), query.get('spl-token')]
  const note = noteOf(query)
  const receiver = addressOf(path)
  const token = mint === undefined ? undefined : addressOf(mint)
  if (receiver === undefined || (mint !== undefined && token === undefined)) return refuse('badLink')
  if (amount !== undefined && !isAmount(amount)) return refuse('badLink')
  if (!note) return refuse('badLink')
  if (new TextEncoder().encode(note.memo).length > MAX_MEMO_BYTES) return refuse('linkDemands', 'memo')
  const coin = coinAssetId({ caipNetworkId: MAINNET, namespace: 'solana' })
  const assetId = token !== undefined ? `${MAINNET}/token:${token}` : amount !== undefined ? coin : undefined
  return {
    request: {
      caipNetworkId: MAINNET,
      receiver,
      ...(assetId !== undefined && { assetId }),
      ...(amount !== undefined && { amount }),
      ...((note.memo !== undefined || note.references) && { note }),
    },
  }
}
