import type { Network } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeSwap } from '../calls.js'
import type { SwapRequest, SwapSource } from '../contract.js'
import { MAX_SLIPPAGE_BPS } from '../form/slippage.js'
import { rankOffers } from './offers.js'
import { feeOf, impactOf, rateOf } from './quote-math.js'
import type { Quote } from './quotes.js'

const network: Network = {
  ...{ caipNetworkId: 'eip155:1', namespace: 'eip155', reference: '1', name: 'Ethereum', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const router = '0x111111125421cA6dc452d289314280a0f8842A65'
const account = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const [dai, usdc] = [
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
] as const
const abi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

const amounts = fc.bigInt({ min: 1n, max: 2n ** 200n })
const source = { feeBps: 85 } as SwapSource
const requestOf = (slippageBps: number) => ({ slippageBps }) as SwapRequest
const quoteOf = (amount: bigint, receiveAmount: bigint, feeBps = 85) =>
  ({ request: { amount, pay: { decimals: 18 }, receive: { decimals: 6 } }, receiveAmount, feeBps }) as Quote

describe('D5: the slippage', () => {
  it('property: gives the minimum of an offer, rounded down, which is also in the calldata', () => {
    const slippages = fc.integer({ min: 0, max: MAX_SLIPPAGE_BPS })
    fc.assert(
      fc.property(amounts, amounts, slippages, (paid, received, bps) => {
        const [offer] = rankOffers(requestOf(bps), [{ source, offer: { amount: received } }])
        const minimum = offer?.minimum ?? -1n
        const data = encodeFunctionData({
          ...{ abi, functionName: 'swapExactTokensForTokens' },
          args: [paid, minimum, [dai, usdc], account, 1n],
        })
        const contracts = [{ caipNetworkId: 'eip155:1', address: router }]
        const decoded = decodeSwap({ to: router, data, value: 0n }, { network, from: account }, contracts)
        expect(decoded?.receiveAtLeast.amount).toBe(minimum)
        expect(minimum).toBe((received * BigInt(10_000 - bps)) / 10_000n)
      }),
      { numRuns: 1_000 },
    )
  })

  it('excludes an offer whose minimum is below the slippage limit or above the amount of the offer', () => {
    const offers = (minimum: bigint) =>
      rankOffers(requestOf(100), [{ source, offer: { amount: 10_000n, minimum } }]).map((one) => one.minimum)
    expect([offers(9_898n), offers(9_899n), offers(9_900n), offers(10_001n)]).toEqual([[], [9_899n], [9_900n], []])
  })
})

describe('D8: fees', () => {
  it('the provider fee of 85 basis points is amount × 85 / 10,000, rounded down', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const fee = feeOf(quoteOf(amount, 1n))
        expect(fee).toBe((amount * 85n) / 10_000n)
        expect(fee * 10_000n <= amount * 85n && amount * 85n < (fee + 1n) * 10_000n).toBe(true)
      }),
    )
  })

  it('the price impact is undefined if one of the prices is missing, and 0 for a gain', () => {
    const quote = quoteOf(10n ** 18n, 2_000_000n)
    const one = 10n ** 18n
    expect(impactOf(quote, {}, { priceUsd: one })).toBeUndefined()
    expect(impactOf(quote, { priceUsd: one }, {})).toBeUndefined()
    expect(impactOf(quote, { priceUsd: one }, { priceUsd: one })).toBe(0)
    expect(impactOf(quote, { priceUsd: 4n * one }, { priceUsd: one })).toBe(5_000)
    expect(rateOf(quote)).toBe(2_000_000n)
  })
})
