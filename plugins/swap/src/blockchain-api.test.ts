import { WalletModalError } from '@wallet-modal/kernel'
import { createFakeService } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import { createBlockchainApi } from './blockchain-api.js'
import { requestOf } from './quote.test.fixtures.js'

const request = requestOf()
const { signal } = new AbortController()

/** Builds a swap at a server that refuses slippages for which `accepts` is false. Returns the slippages that it received. */
async function build(slippageBps: number, accepts: (slippage: number) => boolean, status = 422) {
  const received: number[] = []
  const service = createFakeService(({ body }) => {
    const { slippage } = Object(body).eip155
    received.push(slippage)
    if (!accepts(slippage)) throw new WalletModalError('HTTP_STATUS', 'refused', { status })
    return { tx: { to: `0x${'3'.repeat(40)}`, data: '0x00', amount: '5' } }
  })
  const outcome = await createBlockchainApi(service)
    .build({ ...request, slippageBps }, signal)
    .catch((error: unknown) => error)
  return { received, outcome }
}

describe('the slippage of a swap that the Blockchain API builds', () => {
  it('is sent in percent, with its fraction', async () => {
    const { received, outcome } = await build(50, () => true)
    expect(received).toEqual([0.5])
    expect(outcome).toMatchObject({ value: 5n })
  })

  it('is rounded down for a server that accepts only integers', async () => {
    const { received, outcome } = await build(275, Number.isInteger)
    expect(received).toEqual([2.75, 2])
    expect(outcome).toMatchObject({ value: 5n })
  })

  it('below 1 % is refused for such a server, and the visitor is told to choose another one', async () => {
    const { received, outcome } = await build(50, Number.isInteger)
    expect(received).toEqual([0.5])
    expect(outcome).toMatchObject({ code: 'REFUSED', message: expect.stringContaining('Choose 1 % or more') })
  })

  it.each([
    ['a whole percentage', 100, 422],
    ['another HTTP status', 50, 502],
  ])('is sent once after a refusal of %s', async (_, slippageBps, status) => {
    const { received, outcome } = await build(slippageBps, () => false, status)
    expect(received).toHaveLength(1)
    expect(outcome).toMatchObject({ code: 'HTTP_STATUS', status })
  })
})

it('a token list without its invalid entries, the native coin and tokens of other networks is returned', async () => {
  const tokenOf = (address: unknown, decimals: unknown = 6) => ({ address, name: 'Gold', symbol: 'GLD', decimals })
  const address = `0x${'4'.repeat(40)}`
  const tokens = [
    ...[null, tokenOf(undefined), tokenOf('eip155:1:0x12'), tokenOf(`eip155:1:${address}00`)],
    ...[tokenOf(`eip155:1:${address}`, '6'), tokenOf(`eip155:1:0x${'e'.repeat(40)}`), tokenOf(`eip155:10:${address}`)],
    tokenOf(`eip155:1:${address}`),
  ]
  const listed = await createBlockchainApi(createFakeService(() => ({ tokens }))).tokens(request.network, signal)
  expect(listed.map(({ assetId }) => assetId)).toEqual([`eip155:1/erc20:${address}`])
})

/** Amount of the quote in a reply of the server. */
const quote = async (reply: object) => createBlockchainApi(createFakeService(() => reply)).quote(request, signal)

describe('a reply to the request of a quote', () => {
  const quotes = [{ toAmount: '5' }]

  it.each([
    ['without reasons', []],
    ['with a reason without description', [{}]],
    ['with an empty description', [{ description: '' }]],
  ])('is a quote %s', async (_, reasons) => {
    expect(await quote({ quotes, reasons })).toEqual({ amount: 5n })
  })

  it('with a reason is an error, or no quote if there is not enough liquidity', async () => {
    await expect(quote({ reasons: [{ description: 'Token not supported' }] })).rejects.toThrow('Token not supported')
    expect(await quote({ reasons: [{ description: 'insufficient liquidity' }] })).toBeUndefined()
  })
})
