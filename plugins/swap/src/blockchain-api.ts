import {
  type AssetToken,
  isWalletModalError,
  type Network,
  readWith,
  type ServiceApi,
  WalletModalError,
} from '@wallet-modal/kernel'
import { type Fields, fieldsOf, invalidField, isDecimals, textOf } from '@wallet-modal/kernel/assets'
import { getAddress } from 'viem'
import { readApproval } from './calls.js'
import type { EvmSwapCall, SwapRequest, SwapSource } from './contract.js'

/** Address of a native coin in the service's format. */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const TOKENS_FRESH_MS = 300_000
const MAX_TOKENS = 10_000

function refused(reason: string): never {
  throw new TypeError(`the service replied: ${reason}`)
}

const amountOf = (value: unknown, field: string): bigint => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && /^\d{1,78}$/.test(text) ? BigInt(text) : invalidField(field)
}
const addressOf = (value: unknown, field: string): string => {
  const [, address] = /^(?:eip155:\d{1,32}:)?(0x[\da-fA-F]{40})$/.exec(typeof value === 'string' ? value : '') ?? []
  return address === undefined ? invalidField(field) : getAddress(`0x${address.slice(2).toLowerCase()}`)
}
const dataOf = (value: unknown): `0x${string}` => {
  const isHex = (text: unknown): text is `0x${string}` => typeof text === 'string' && /^0x([\da-fA-F]{2})+$/.test(text)
  return isHex(value) ? value : invalidField('"data"')
}

/** Reason in an error reply; `undefined` for other replies. */
const reasonOf = ({ reasons }: Fields): string | undefined => {
  const [first]: readonly unknown[] = Array.isArray(reasons) ? reasons : []
  return textOf(Object(first).description) || undefined
}

const quoteReply = readWith((value): bigint | undefined => {
  const reply = fieldsOf(value)
  const reason = reasonOf(reply)
  if (reason !== undefined) return /insufficient liquidity/i.test(reason) ? undefined : refused(reason)
  const { quotes } = reply
  const [first]: readonly unknown[] = Array.isArray(quotes) ? quotes : invalidField('"quotes"')
  return first === undefined ? undefined : amountOf(Object(first).toAmount, '"toAmount"')
})

const allowanceReply = readWith((value): bigint => amountOf(Object(value).allowance, '"allowance"'))

const approvalReply = readWith(
  (value): string => readApproval(dataOf(Object(Object(value).tx).data)) ?? invalidField('"data"'),
)

const transactionReply = readWith((value): EvmSwapCall => {
  const reply = fieldsOf(value)
  const reason = reasonOf(reply)
  if (reason !== undefined) return refused(reason)
  const { tx } = reply
  const { to, data, amount, value: coins } = fieldsOf(tx)
  return {
    ...{ family: 'eip155', to: addressOf(to, '"to"'), data: dataOf(data) },
    value: amountOf(amount ?? coins ?? '0', '"amount"'),
  }
})

const iconOf = (value: unknown): { readonly iconUrl?: string } =>
  typeof value === 'string' && /^(https?:\/\/|data:image\/)/.test(value) ? { iconUrl: value } : {}

/** Tokens of one network, without its native coin and without invalid entries. */
const tokensReply = (caipNetworkId: string) =>
  readWith((value): readonly AssetToken[] => {
    const { tokens } = fieldsOf(value)
    if (!Array.isArray(tokens)) return invalidField('"tokens"')
    return tokens.slice(0, MAX_TOKENS).flatMap((one: unknown): readonly AssetToken[] => {
      const { address: text, name, symbol, decimals, logoUri } = fieldsOf(one)
      const prefix = `${caipNetworkId}:`
      const reference = typeof text === 'string' && text.startsWith(prefix) ? text.slice(prefix.length) : ''
      const isToken = /^0x[\da-f]{40}$/i.test(reference) && reference.toLowerCase() !== COIN
      if (!isToken || !isDecimals(decimals)) return []
      const address = addressOf(reference, '"address"')
      return [
        {
          ...{ assetId: `${caipNetworkId}/erc20:${address}`, caipNetworkId, address, decimals },
          ...{ name: textOf(name), symbol: textOf(symbol) },
          ...iconOf(logoUri),
        },
      ]
    })
  })

const idOf = ({ caipNetworkId }: Network, { address = COIN }: AssetToken): string => `${caipNetworkId}:${address}`

/**
 * Calls `build` with the slippage in percent. Some servers refuse fractions with HTTP 422. In this case, calls `build` again with the percentage
 * rounded down, so that the minimum output is never lower than requested. Throws `REFUSED` if the rounded percentage is 0, because the swap would
 * fail on the chain.
 */
async function withSlippage<T>(percent: number, build: (percent: number) => Promise<T>): Promise<T> {
  const whole = Math.floor(percent)
  try {
    return await build(percent)
  } catch (error) {
    if (whole === percent || !isWalletModalError(error) || error.status !== 422) throw error
    if (whole > 0) return build(whole)
    throw new WalletModalError(
      'REFUSED',
      'The swap service accepts only whole percentages as max slippage. Choose 1 % or more.',
      { cause: error },
    )
  }
}

/** Requests to the Blockchain API. Amounts are base units, tokens are CAIP-10. */
export function createBlockchainApi(
  api: ServiceApi,
): Required<Pick<SwapSource, 'tokens' | 'quote' | 'allowance' | 'build'>> {
  const requestQuote = (request: SwapRequest, signal: AbortSignal): Promise<bigint | undefined> =>
    api.get('/v1/convert/quotes', {
      query: { ...sides(request), amount: String(request.amount), userAddress: request.account },
      ...{ schema: quoteReply, okStatuses: [400], signal },
    })
  const sides = ({ network, pay, receive }: SwapRequest) => ({ from: idOf(network, pay), to: idOf(network, receive) })
  return {
    tokens: ({ caipNetworkId }, signal) =>
      api.get('/v1/convert/tokens', {
        ...{ query: { chainId: caipNetworkId }, schema: tokensReply(caipNetworkId) },
        ...{ staleMs: TOKENS_FRESH_MS, signal },
      }),
    async quote(request, signal) {
      const amount = await requestQuote(request, signal)
      return amount === undefined ? undefined : { amount }
    },
    async allowance(request, signal) {
      const { network, account, pay } = request
      const userAddress = `${network.caipNetworkId}:${account}`
      const tokenAddress = idOf(network, pay)
      const [amount, spender] = await Promise.all([
        api.get('/v1/convert/allowance', { query: { tokenAddress, userAddress }, schema: allowanceReply, signal }),
        api.get('/v1/convert/build-approve', {
          ...{ query: { ...sides(request), userAddress }, schema: approvalReply, signal },
        }),
      ])
      return { amount, spender }
    },
    build(request, signal) {
      const body = {
        ...sides(request),
        amount: String(request.amount),
        userAddress: `${request.network.caipNetworkId}:${request.account}`,
        disableEstimate: true,
      }
      return withSlippage(request.slippageBps / 100, (slippage) =>
        api.post(
          '/v1/convert/build-transaction',
          { ...body, eip155: { slippage } },
          { schema: transactionReply, okStatuses: [400], signal },
        ),
      )
    },
  }
}
