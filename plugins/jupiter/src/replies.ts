import { type AssetToken, readWith } from '@wallet-modal/kernel'
import { fieldsOf, invalidField, isDecimals, textOf } from '@wallet-modal/kernel/assets'
import type { SolanaSwapCall } from '@wallet-modal/swap/contract'
import { JUPITER_PROGRAM, WRAPPED_COIN } from './programs.js'
import { minimumOf } from './route.js'

const MAX_TOKENS = 10_000
/** Jupiter's error codes if there is no route for the pair of tokens, or no route for the requested amount. */
const noRoute: ReadonlySet<unknown> = new Set([
  'COULD_NOT_FIND_ANY_ROUTE',
  'NO_ROUTES_FOUND',
  'TOKEN_NOT_TRADABLE',
  'ROUTE_PLAN_DOES_NOT_CONSUME_ALL_THE_AMOUNT',
])

const amountOf = (value: unknown, field: string): bigint =>
  typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : invalidField(field)
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)

/** Request for a quote. The reply must contain the same values. `amount`: input in base units. */
export interface QuoteRequest {
  readonly inputMint: string
  readonly outputMint: string
  readonly amount: string
  readonly slippageBps: number
}

export interface JupiterQuote {
  /** Expected output in base units. */
  readonly amount: bigint
  /** Minimum output in base units that the program enforces. */
  readonly minimum: bigint
  /** The original reply, which is sent back to build the swap. */
  readonly reply: unknown
}

/** Parses a quote and compares it with the request; `undefined` if there is no route. */
export const quoteReply = ({ inputMint, outputMint, amount, slippageBps }: QuoteRequest) =>
  readWith((reply): JupiterQuote | undefined => {
    const fields = fieldsOf(reply)
    if (noRoute.has(fields.errorCode)) return undefined
    if (fields.error !== undefined) return invalidField(`The quote (${textOf(fields.error)})`)
    if (fields.inputMint !== inputMint || fields.outputMint !== outputMint) return invalidField('The pair of tokens')
    if (fields.inAmount !== amount || fields.swapMode !== 'ExactIn') return invalidField('"inAmount"')
    if (fields.slippageBps !== slippageBps) return invalidField('"slippageBps"')
    const quotedAmount = amountOf(fields.outAmount, '"outAmount"')
    return { amount: quotedAmount, minimum: minimumOf(quotedAmount, BigInt(slippageBps)), reply }
  })

const bytesOf = (value: unknown): Uint8Array => {
  if (typeof value !== 'string' || value === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(value))
    return invalidField('"swapTransaction"')
  return Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0))
}

function jsonOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return invalidField('The transaction')
  }
}

/** Parses a reply of `/swap/v1/swap`. The reply of a POST request is `{ status, text }`; `text` is JSON. */
export const swapReply = readWith((answer): SolanaSwapCall => {
  const { swapTransaction, lastValidBlockHeight, error } = fieldsOf(jsonOf(Object(answer).text))
  if (error !== undefined) return invalidField(`The transaction (${textOf(error)})`)
  const isHeight = typeof lastValidBlockHeight === 'number' && Number.isSafeInteger(lastValidBlockHeight)
  return {
    ...{ family: 'solana', program: JUPITER_PROGRAM, transaction: bytesOf(swapTransaction) },
    lastBlock: isHeight ? BigInt(lastValidBlockHeight) : invalidField('"lastValidBlockHeight"'),
  }
})

function tokenOf(value: unknown, caipNetworkId: string): readonly AssetToken[] {
  const { id: address, name, symbol, decimals, icon } = fieldsOf(value)
  // Jupiter lists SOL as wrapped SOL; `SwapSource.tokens` must not contain the native coin
  if (!isAddress(address) || address === WRAPPED_COIN || !isDecimals(decimals)) return []
  const iconUrl = typeof icon === 'string' && /^https:\/\//.test(icon) ? icon : undefined
  return [
    {
      ...{ assetId: `${caipNetworkId}/token:${address}`, caipNetworkId, address, decimals },
      ...{ name: textOf(name), symbol: textOf(symbol) },
      ...(iconUrl !== undefined && { iconUrl }),
    },
  ]
}

/** Jupiter's verified tokens. */
export const tokensReply = (caipNetworkId: string) =>
  readWith((reply): readonly AssetToken[] =>
    Array.isArray(reply)
      ? reply.slice(0, MAX_TOKENS).flatMap((one: unknown) => tokenOf(one, caipNetworkId))
      : invalidField('The list of tokens'),
  )
