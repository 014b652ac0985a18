import { WalletModalError } from '@wallet-modal/kernel'
import fc from 'fast-check'
import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { limitOf, type Transfer, toTransferCall } from '../send/limit.js'
import { fakeChain, nodeError, toHex, word } from './chain.test.fixtures.js'
import { findCosts } from './costs.js'
import { maxFeeOf, readGasPrice } from './fees.js'

const [me, you, token] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address, Address]
const history = (baseFee: bigint, ...tips: readonly bigint[]) => ({
  ...{ oldestBlock: '0x1', gasUsedRatio: [0.5] },
  baseFeePerGas: [toHex(baseFee), toHex(baseFee)],
  reward: tips.map((tip) => [toHex(tip)]),
})

/** The costs of a transfer, with the amount that it moves. */
async function weigh(
  chain: ReturnType<typeof fakeChain>,
  {
    amount,
    speed,
    isSmart,
    ...transfer
  }: Transfer & {
    readonly amount: bigint | 'max'
    readonly speed: 'standard'
    readonly isSmart: boolean
  },
) {
  const call = await toTransferCall(chain, { ...transfer, amount, decimals: 6 })
  const costs = await findCosts(chain, { from: transfer.from, call, speed, isSmart })
  return { ...costs, amount: costs.call.value }
}

const wei = fc.bigInt({ min: 0n, max: 10n ** 22n })
/** Of a unit of gas, such that no payment here costs a whole coin. */
const perGas = fc.bigInt({ min: 0n, max: 4n * 10n ** 11n })

describe('D4: Max', () => {
  it('of the coin never asks for more than there is, and keeps exactly what the fee may cost', async () => {
    const runs = fc.asyncProperty(
      wei,
      perGas,
      perGas,
      fc.bigInt({ min: 21_000n, max: 500_000n }),
      async (coins, base, tip, gas) => {
        const chain = fakeChain({
          eth_feeHistory: history(base, tip),
          eth_maxPriorityFeePerGas: toHex(tip),
          eth_getBalance: toHex(coins),
          eth_estimateGas: toHex(gas),
        })
        const wanted = { from: me, receiver: you, contract: undefined, speed: 'standard', isSmart: false } as const
        const { max, fee } = await limitOf(chain, wanted)
        if (max === 0n) {
          await expect(weigh(chain, { ...wanted, amount: 'max' })).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
          return
        }
        const costs = await weigh(chain, { ...wanted, amount: 'max' })
        expect([costs.amount, costs.amount + costs.fee, costs.fee]).toEqual([max, coins, fee])
        await expect(weigh(chain, { ...wanted, amount: max + 1n })).rejects.toMatchObject({
          code: 'INSUFFICIENT_FUNDS',
        })
        expect((await weigh(chain, { ...wanted, amount: max })).fee + max).toBe(coins)
      },
    )
    await fc.assert(runs)
  })

  it('of a token is all of it where the fee can be paid, and nothing where it cannot', async () => {
    const runs = fc.asyncProperty(fc.bigInt({ min: 0n, max: 3_000_000n }), wei, async (coins, tokens) => {
      const chain = fakeChain({
        eth_feeHistory: history(10n, 1n),
        eth_maxPriorityFeePerGas: '0x1',
        eth_getBalance: toHex(coins),
        eth_call: word(tokens),
        eth_estimateGas: toHex(60_000n),
      })
      const { max } = await limitOf(chain, {
        from: me,
        receiver: you,
        contract: token,
        speed: 'standard',
        isSmart: false,
      })
      expect(max).toBe(coins >= 72_000n * 21n ? tokens : 0n)
    })
    await fc.assert(runs)
  })
})

describe('fees', () => {
  it('B2: a network without a base fee has one price', async () => {
    const chain = fakeChain({ eth_feeHistory: nodeError('not supported', -32601), eth_gasPrice: '0x64' })
    expect(await readGasPrice(chain, 'standard')).toEqual({ gasPrice: 100n })
    expect(await readGasPrice(chain, 'fast')).toEqual({ gasPrice: 150n })
  })

  it('more speed is more tip, never less, and the base fee may double', async () => {
    const chain = fakeChain({ eth_feeHistory: history(50n, 1n, 900n, 7n), eth_maxPriorityFeePerGas: '0x64' })
    expect(await readGasPrice(chain, 'standard')).toEqual({ maxFeePerGas: 200n, maxPriorityFeePerGas: 100n })
    expect(await readGasPrice(chain, 'fast')).toEqual({ maxFeePerGas: 250n, maxPriorityFeePerGas: 150n })
    expect(await readGasPrice(chain, 'instant')).toEqual({ maxFeePerGas: 300n, maxPriorityFeePerGas: 200n })
  })

  it.each([
    ['tip', { eth_maxPriorityFeePerGas: toHex(10n ** 14n) }],
    ['base fee', { eth_feeHistory: history(10n ** 14n) }],
    ['price', { eth_feeHistory: nodeError('not supported', -32601), eth_gasPrice: toHex(10n ** 14n) }],
    ['gas', { eth_estimateGas: toHex(10n ** 18n) }],
  ])('H4: a node that lies about the %s gets no payment, and leaves no limit of nothing', async (_, lie) => {
    const chain = fakeChain({
      eth_feeHistory: history(10n),
      eth_maxPriorityFeePerGas: '0x1',
      eth_getBalance: toHex(10n ** 18n),
      eth_call: ({ data }: { data: string }) => (data === '0x313ce567' ? word(6n) : word(50n)),
      eth_estimateGas: toHex(21_000n),
      ...lie,
    })
    const absurd = { code: 'NOT_SENT', message: 'The network reports an implausibly high fee. Nothing was sent.' }
    for (const contract of [undefined, token])
      for (const isSmart of [false, true]) {
        const wanted = { from: me, receiver: you, contract, speed: 'standard', isSmart } as const
        await expect(limitOf(chain, wanted)).rejects.toMatchObject(absurd)
        for (const amount of [5n, 'max'] as const)
          await expect(weigh(chain, { ...wanted, amount })).rejects.toMatchObject(absurd)
      }
  })

  it('H4: one coin is not absurd, and a wei more is', () => {
    const chain = fakeChain({})
    expect(maxFeeOf(chain, 10n ** 6n, { gasPrice: 10n ** 12n })).toBe(10n ** 18n)
    expect(() => maxFeeOf(chain, 1n, { gasPrice: 10n ** 18n + 1n })).toThrow('implausibly high fee')
  })

  it('H4: nor are 100,000 where they are worth next to nothing, and a wei more is', () => {
    const pulse = { ...fakeChain({}), caipNetworkId: 'eip155:369' }
    expect(maxFeeOf(pulse, 10n ** 6n, { gasPrice: 10n ** 17n })).toBe(10n ** 23n)
    expect(() => maxFeeOf(pulse, 1n, { gasPrice: 10n ** 23n + 1n })).toThrow('implausibly high fee')
  })

  it('A4: nonsense in place of fees is no price', async () => {
    for (const eth_feeHistory of [
      null,
      {},
      { baseFeePerGas: [] },
      { baseFeePerGas: ['x'] },
      { baseFeePerGas: [Number.POSITIVE_INFINITY] },
      'x',
    ])
      await expect(readGasPrice(fakeChain({ eth_feeHistory }), 'standard')).rejects.toMatchObject({ code: 'RPC_ERROR' })
  })
})

describe('what the chain refuses', () => {
  const able = { eth_feeHistory: history(10n), eth_maxPriorityFeePerGas: '0x1', eth_getBalance: toHex(10n ** 18n) }
  it('is NOT_SENT with its words', async () => {
    const chain = fakeChain({ ...able, eth_estimateGas: nodeError('execution reverted: paused', 3) })
    const paid = weigh(chain, {
      from: me,
      receiver: you,
      contract: undefined,
      amount: 1n,
      speed: 'standard',
      isSmart: false,
    })
    await expect(paid).rejects.toMatchObject({ code: 'NOT_SENT', message: expect.stringContaining('paused') })
  })

  it('and what cannot be read stays what it is', async () => {
    const chain = fakeChain({ ...able, eth_estimateGas: new WalletModalError('NETWORK_ERROR', 'offline') })
    const paid = weigh(chain, {
      from: me,
      receiver: you,
      contract: undefined,
      amount: 1n,
      speed: 'standard',
      isSmart: false,
    })
    await expect(paid).rejects.toThrow('offline')
  })
})
