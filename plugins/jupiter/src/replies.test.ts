import type { StandardSchema } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import { JUPITER_PROGRAM, MAINNET, WRAPPED_COIN } from './programs.js'
import { quoteReply, swapReply, tokensReply } from './replies.js'

const dollars = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const quoteRequest = { inputMint: WRAPPED_COIN, outputMint: dollars, amount: '1000', slippageBps: 100 }
const reply = {
  ...{ inputMint: WRAPPED_COIN, outputMint: dollars, inAmount: '1000', outAmount: '150', swapMode: 'ExactIn' },
  ...{ otherAmountThreshold: '149', slippageBps: 100, routePlan: [], priceImpactPct: '0' },
}
async function read<T>({ '~standard': { validate } }: StandardSchema<T>, value: unknown): Promise<T> {
  const result = await validate(value)
  if (result.issues) throw new TypeError('refused')
  return result.value
}

it('quoteReply reads a quote and keeps the original reply', async () => {
  expect(await read(quoteReply(quoteRequest), reply)).toEqual({ amount: 150n, minimum: 148n, reply })
})

it('quoteReply returns the minimum that the program enforces, rounded down, if the API rounds its minimum up', async () => {
  const rounded = { ...reply, outAmount: '166974', otherAmountThreshold: '166958', slippageBps: 1 }
  expect(await read(quoteReply({ ...quoteRequest, slippageBps: 1 }), rounded)).toMatchObject({ minimum: 166_957n })
})

it.each([
  ['no route', { error: 'Could not find any route', errorCode: 'COULD_NOT_FIND_ANY_ROUTE' }],
  ['a token that is not tradable', { error: 'The token is not tradable', errorCode: 'TOKEN_NOT_TRADABLE' }],
])('quoteReply is undefined (too little liquidity) for %s', async (_, answer) => {
  expect(await read(quoteReply(quoteRequest), answer)).toBeUndefined()
})

it.each([
  ['of another pair', { outputMint: WRAPPED_COIN }],
  ['of another amount', { inAmount: '999' }],
  ['with an exact output amount (ExactOut)', { swapMode: 'ExactOut' }],
  ['with another slippage', { slippageBps: 101 }],
  ['with a negative amount', { outAmount: '-1' }],
  ['that is an error', { error: 'out of order' }],
])('quoteReply rejects a quote %s', async (_, change) => {
  await expect(read(quoteReply(quoteRequest), { ...reply, ...change })).rejects.toThrow('missing or wrong')
})

const answered = (json: object) => ({ status: 200, text: JSON.stringify(json) })

it('swapReply reads a transaction with its last valid block, and rejects a malformed reply', async () => {
  expect(await read(swapReply, answered({ swapTransaction: 'AQID', lastValidBlockHeight: 7 }))).toEqual({
    ...{ family: 'solana', program: JUPITER_PROGRAM, transaction: Uint8Array.of(1, 2, 3), lastBlock: 7n },
  })
  for (const wrong of [{ swapTransaction: '%', lastValidBlockHeight: 7 }, { swapTransaction: 'AQID' }, { error: 'no' }])
    await expect(read(swapReply, answered(wrong))).rejects.toThrow('missing or wrong')
})

it('tokensReply lists tokens without wrapped SOL and malformed tokens', async () => {
  const token = { id: dollars, name: 'USD Coin', symbol: 'USDC', decimals: 6, icon: 'https://a.test/usdc.png' }
  const wrong = [
    { ...token, id: WRAPPED_COIN },
    { ...token, id: '0x1' },
    { ...token, decimals: 1.5 },
  ]
  expect(await read(tokensReply(MAINNET), [token, ...wrong])).toEqual([
    {
      ...{ assetId: `${MAINNET}/token:${dollars}`, caipNetworkId: MAINNET, address: dollars },
      ...{ name: 'USD Coin', symbol: 'USDC', decimals: 6, iconUrl: 'https://a.test/usdc.png' },
    },
  ])
})
