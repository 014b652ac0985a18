import { type AssetToken, readWith } from '@wallet-modal/kernel'
import { fieldsOf, invalidField, isDecimals, textOf } from '@wallet-modal/kernel/assets'
import type { EvmSwapCall, SwapOffer } from '@wallet-modal/swap/contract'
import { getAddress, isAddress, zeroAddress } from 'viem'

const MAX_TOKENS = 10_000
const BASIS_POINTS = 10_000
/** Maximum estimated duration of a swap: one week. */
const MAX_SECONDS = 604_800
/** LI.FI's error code for "no route": too little liquidity, or no exchange supports the tokens. */
const NO_QUOTE = 1002

function refuseExtraFee(): never {
  throw new TypeError('the quote has a fee in addition to the amount')
}

const amountOf = (value: unknown, field: string): bigint =>
  typeof value === 'string' && /^(\d{1,78}|0x[\da-f]{1,64})$/i.test(value) ? BigInt(value) : invalidField(field)
const addressOf = (value: unknown, field: string): string =>
  typeof value === 'string' && isAddress(value, { strict: false }) ? getAddress(value) : invalidField(field)

/** Fees included in the amount, in basis points. Throws for an offer with a fee in addition to the amount, because no view displays such a fee. */
function feeOf(costs: unknown): number {
  if (!Array.isArray(costs)) return 0
  return costs.reduce((sum: number, one: unknown) => {
    const { percentage, included, amount } = fieldsOf(one)
    if (included !== true) return amount === '0' ? sum : refuseExtraFee()
    const share =
      typeof percentage === 'string' && /^0(\.\d{1,18})?$/.test(percentage)
        ? Number(percentage)
        : invalidField('"percentage"')
    return sum + Math.round(share * BASIS_POINTS)
  }, 0)
}

const secondsOf = (value: unknown): { readonly estimatedSeconds?: number } =>
  typeof value === 'number' && value > 0 && value <= MAX_SECONDS ? { estimatedSeconds: Math.ceil(value) } : {}

function callOf(value: unknown): EvmSwapCall {
  const { to, data, value: coins = '0x0' } = fieldsOf(value)
  const isData = (text: unknown): text is `0x${string}` => typeof text === 'string' && /^0x([\da-f]{2})+$/i.test(text)
  return {
    ...{ family: 'eip155', to: addressOf(to, '"to"'), value: amountOf(coins, '"value"') },
    data: isData(data) ? data : invalidField('"data"'),
  }
}

/** Parses a quote with its call; `undefined` if LI.FI has no route. `diamond` is the only contract that may be approved. */
export const quoteReply = (diamond: string) =>
  readWith((value): (SwapOffer & { readonly call: EvmSwapCall }) | undefined => {
    const { estimate, transactionRequest, code, message } = fieldsOf(value)
    if (code === NO_QUOTE) return undefined
    if (estimate === undefined && message !== undefined) return invalidField(`The quote (${textOf(message)})`)
    const { toAmount, toAmountMin, approvalAddress, feeCosts, executionDuration } = fieldsOf(estimate)
    if (addressOf(approvalAddress, '"approvalAddress"') !== getAddress(diamond)) invalidField('"approvalAddress"')
    return {
      amount: amountOf(toAmount, '"toAmount"'),
      minimum: amountOf(toAmountMin, '"toAmountMin"'),
      feeBps: feeOf(feeCosts),
      ...secondsOf(executionDuration),
      call: callOf(transactionRequest),
    }
  })

const iconOf = (value: unknown): { readonly iconUrl?: string } =>
  typeof value === 'string' && /^https:\/\//.test(value) ? { iconUrl: value } : {}

function tokenOf(value: unknown, caipNetworkId: string): readonly AssetToken[] {
  const { address: tokenAddress, name, symbol, decimals, logoURI } = fieldsOf(value)
  const isListed =
    typeof tokenAddress === 'string' && isAddress(tokenAddress, { strict: false }) && tokenAddress !== zeroAddress
  if (!isListed || !isDecimals(decimals)) return []
  const address = getAddress(tokenAddress)
  const assetId = `${caipNetworkId}/erc20:${address}`
  return [{ assetId, caipNetworkId, address, decimals, name: textOf(name), symbol: textOf(symbol), ...iconOf(logoURI) }]
}

/** Tokens of one network, without its native coin. */
export const tokensReply = ({
  caipNetworkId,
  reference,
}: {
  readonly caipNetworkId: string
  readonly reference: string
}) =>
  readWith((value): readonly AssetToken[] => {
    const { tokens } = fieldsOf(value)
    if (typeof tokens !== 'object' || tokens === null) return invalidField('"tokens"')
    const list: unknown = Object.entries(tokens).find(([chain]) => chain === reference)?.[1] ?? []
    if (!Array.isArray(list)) return invalidField('"tokens"')
    return list.slice(0, MAX_TOKENS).flatMap((one: unknown) => tokenOf(one, caipNetworkId))
  })

export const allowanceReply = readWith((value): bigint =>
  typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value) ? BigInt(value) : invalidField('the allowance'),
)
