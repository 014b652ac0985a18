import { expect, it } from 'vitest'
import { quoteReply, tokensReply } from './replies.js'

const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const fee = { included: true, percentage: '0.0025', amount: '2' }
const estimate = { toAmount: '1000', toAmountMin: '990', approvalAddress: diamond.toLowerCase(), feeCosts: [fee] }
const transactionRequest = { to: diamond, data: '0x1234', value: '0x7' }

const read = async (reply: unknown) => {
  const result = await quoteReply(diamond)['~standard'].validate(reply)
  if (result.issues) throw new TypeError('refused')
  return result.value
}

it('quoteReply reads a quote with its fee, minimum amount and call', async () => {
  expect(await read({ estimate, transactionRequest })).toEqual({
    ...{ amount: 1000n, minimum: 990n, feeBps: 25 },
    call: { family: 'eip155', to: diamond, data: '0x1234', value: 7n },
  })
})

it('quoteReply reads the estimated time, and omits an invalid one', async () => {
  for (const [executionDuration, estimatedSeconds] of [
    [3, 3],
    [61.2, 62],
    [0, undefined],
    [-1, undefined],
    ['9', undefined],
  ])
    expect((await read({ estimate: { ...estimate, executionDuration }, transactionRequest }))?.estimatedSeconds).toBe(
      estimatedSeconds,
    )
})

it('quoteReply is undefined (too little liquidity) for "no route"', async () => {
  expect(await read({ message: 'No available quotes for the requested transfer', code: 1002 })).toBeUndefined()
})

it.each([
  ['approves another contract', { estimate: { ...estimate, approvalAddress: stranger }, transactionRequest }],
  [
    'has a fee in addition to the amount',
    { estimate: { ...estimate, feeCosts: [{ ...fee, included: false }] }, transactionRequest },
  ],
  [
    'has a fee above 100 percent',
    { estimate: { ...estimate, feeCosts: [{ ...fee, percentage: '1.5' }] }, transactionRequest },
  ],
  ['has no minimum', { estimate: { ...estimate, toAmountMin: undefined }, transactionRequest }],
  ['has no transaction', { estimate }],
  ['has an amount with a fraction', { estimate: { ...estimate, toAmount: '1.5' }, transactionRequest }],
  ['is another error', { message: 'Not found', code: 1003 }],
  ['is null', null],
])('quoteReply rejects a quote that %s', async (_, reply) => {
  await expect(read(reply)).rejects.toThrow(TypeError)
})

it('tokensReply lists the tokens of the network without its coin and malformed tokens', async () => {
  const schema = tokensReply({ caipNetworkId: 'eip155:1', reference: '1' })
  const token = {
    address: dai.toLowerCase(),
    symbol: 'DAI',
    name: 'Dai',
    decimals: 18,
    logoURI: 'http://not.safe/dai.png',
  }
  const coin = { ...token, address: `0x${'0'.repeat(40)}` }
  const reply = { tokens: { 1: [coin, token, { ...token, decimals: 400 }, { ...token, address: 'dai' }], 10: [token] } }
  const result = await schema['~standard'].validate(reply)
  expect(result).toEqual({
    value: [
      {
        ...{ assetId: `eip155:1/erc20:${dai}`, caipNetworkId: 'eip155:1', address: dai },
        ...{ decimals: 18, name: 'Dai', symbol: 'DAI' },
      },
    ],
  })
})
