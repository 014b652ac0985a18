import { WalletModalError } from '@wallet-modal/kernel'
import fc from 'fast-check'
import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { fakeNode, nodeError, toHex, word } from '../node.test.fixtures.js'
import { limitOf } from '../send/limit.js'
import { type Transfer, toTransferCall } from '../send/transfer.js'
import { estimateAffordableCosts } from './costs.js'
import { maxFeeOf, readGasPrice } from './fees.js'

const [me, you, token] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address, Address]
const history = (baseFee: bigint, ...tips: readonly bigint[]) => ({
  ...{ oldestBlock: '0x1', gasUsedRatio: [0.5] },
  baseFeePerGas: [toHex(baseFee), toHex(baseFee)],
  reward: tips.map((tip) => [toHex(tip)]),
})

/** The costs of a transfer, with the amount that it moves. */
async function costsOf(
  node: ReturnType<typeof fakeNode>,
  {
    amount,
    speed,
    isBatch,
    ...transfer
  }: Transfer & {
    readonly amount: bigint | 'max'
    readonly speed: 'standard'
    readonly isBatch: boolean
  },
) {
  const call = await toTransferCall(node, { ...transfer, amount, decimals: 6 })
  const costs = await estimateAffordableCosts(node, { from: transfer.from, call, speed, isBatch })
  return { ...costs, amount: costs.call.value }
}

const wei = fc.bigInt({ min: 0n, max: 10n ** 22n })
/** Price per gas, low enough that no fee in these tests reaches one coin. */
const perGas = fc.bigInt({ min: 0n, max: 4n * 10n ** 11n })

describe('D4: the maximum amount', () => {
  it('of the coin plus the highest possible fee is exactly the balance', async () => {
    const runs = fc.asyncProperty(
      wei,
      perGas,
      perGas,
      fc.bigInt({ min: 21_000n, max: 500_000n }),
      async (coins, base, tip, gas) => {
        const node = fakeNode({
          eth_feeHistory: history(base, tip),
          eth_maxPriorityFeePerGas: toHex(tip),
          eth_getBalance: toHex(coins),
          eth_estimateGas: toHex(gas),
        })
        const wanted = { from: me, receiver: you, contract: undefined, speed: 'standard', isBatch: false } as const
        const { max, fee } = await limitOf(node, wanted)
        if (max === 0n) {
          await expect(costsOf(node, { ...wanted, amount: 'max' })).rejects.toMatchObject({
            code: 'INSUFFICIENT_FUNDS',
          })
          return
        }
        const costs = await costsOf(node, { ...wanted, amount: 'max' })
        expect([costs.amount, costs.amount + costs.fee, costs.fee]).toEqual([max, coins, fee])
        await expect(costsOf(node, { ...wanted, amount: max + 1n })).rejects.toMatchObject({
          code: 'INSUFFICIENT_FUNDS',
        })
        expect((await costsOf(node, { ...wanted, amount: max })).fee + max).toBe(coins)
      },
    )
    await fc.assert(runs)
  })

  it('of a token is the whole balance if the account can pay the fee, else 0', async () => {
    const runs = fc.asyncProperty(fc.bigInt({ min: 0n, max: 3_000_000n }), wei, async (coins, tokens) => {
      const node = fakeNode({
        eth_feeHistory: history(10n, 1n),
        eth_maxPriorityFeePerGas: '0x1',
        eth_getBalance: toHex(coins),
        eth_call: word(tokens),
        eth_estimateGas: toHex(60_000n),
      })
      const { max } = await limitOf(node, {
        from: me,
        receiver: you,
        contract: token,
        speed: 'standard',
        isBatch: false,
      })
      expect(max).toBe(coins >= 72_000n * 21n ? tokens : 0n)
    })
    await fc.assert(runs)
  })
})

describe('gas prices and fee limits', () => {
  it('B2: a network without a base fee has a legacy gasPrice', async () => {
    const node = fakeNode({ eth_feeHistory: nodeError('not supported', -32601), eth_gasPrice: '0x64' })
    expect(await readGasPrice(node, 'standard')).toEqual({ gasPrice: 100n })
    expect(await readGasPrice(node, 'fast')).toEqual({ gasPrice: 150n })
  })

  it('a higher speed has a higher priority fee, and maxFeePerGas allows for twice the base fee', async () => {
    const node = fakeNode({ eth_feeHistory: history(50n, 1n, 900n, 7n), eth_maxPriorityFeePerGas: '0x64' })
    expect(await readGasPrice(node, 'standard')).toEqual({ maxFeePerGas: 200n, maxPriorityFeePerGas: 100n })
    expect(await readGasPrice(node, 'fast')).toEqual({ maxFeePerGas: 250n, maxPriorityFeePerGas: 150n })
    expect(await readGasPrice(node, 'instant')).toEqual({ maxFeePerGas: 300n, maxPriorityFeePerGas: 200n })
  })

  it('`fast` and `instant` pay at least the median tip of recent blocks, and `standard` pays it only without a suggestion', async () => {
    const recent = { eth_feeHistory: history(50n, 1n, 900n, 7n) }
    const suggested = fakeNode({ ...recent, eth_maxPriorityFeePerGas: '0x2' })
    const tipOf = async (node: typeof suggested, speed: 'standard' | 'fast' | 'instant') => {
      const price = await readGasPrice(node, speed)
      return 'gasPrice' in price ? undefined : price.maxPriorityFeePerGas
    }
    expect(await Promise.all((['standard', 'fast', 'instant'] as const).map((one) => tipOf(suggested, one)))).toEqual([
      2n,
      7n,
      7n,
    ])
    expect(await tipOf(fakeNode(recent), 'standard')).toBe(7n)
    expect(await tipOf(fakeNode({ eth_feeHistory: history(50n, 9n, 1n) }), 'standard')).toBe(9n)
    expect(await tipOf(fakeNode({ eth_feeHistory: history(50n) }), 'standard')).toBe(0n)
  })

  it.each([
    ['tip', { eth_maxPriorityFeePerGas: toHex(10n ** 14n) }],
    ['base fee', { eth_feeHistory: history(10n ** 14n) }],
    ['legacy gas price', { eth_feeHistory: nodeError('not supported', -32601), eth_gasPrice: toHex(10n ** 14n) }],
    ['gas', { eth_estimateGas: toHex(10n ** 18n) }],
  ])('an absurd %s reported by the node makes the limit and the payment fail with NOT_SENT', async (_, lie) => {
    const node = fakeNode({
      eth_feeHistory: history(10n),
      eth_maxPriorityFeePerGas: '0x1',
      eth_getBalance: toHex(10n ** 18n),
      eth_call: ({ data }: { data: string }) => (data === '0x313ce567' ? word(6n) : word(50n)),
      eth_estimateGas: toHex(21_000n),
      ...lie,
    })
    const absurd = { code: 'NOT_SENT', message: 'Nothing was sent. The network reports an implausibly high fee.' }
    for (const contract of [undefined, token])
      for (const isBatch of [false, true]) {
        const wanted = { from: me, receiver: you, contract, speed: 'standard', isBatch } as const
        await expect(limitOf(node, wanted)).rejects.toMatchObject(absurd)
        for (const amount of [5n, 'max'] as const)
          await expect(costsOf(node, { ...wanted, amount })).rejects.toMatchObject(absurd)
      }
  })

  it('a fee of one coin is accepted, one wei more is rejected', () => {
    const node = fakeNode({})
    expect(maxFeeOf(node, 10n ** 6n, { gasPrice: 10n ** 12n })).toBe(10n ** 18n)
    expect(() => maxFeeOf(node, 1n, { gasPrice: 10n ** 18n + 1n })).toThrow('implausibly high fee')
  })

  it('on PulseChain, whose coin is worth little, a fee of 100,000 coins is accepted, one wei more is rejected', () => {
    const pulse = { ...fakeNode({}), caipNetworkId: 'eip155:369' }
    expect(maxFeeOf(pulse, 10n ** 6n, { gasPrice: 10n ** 17n })).toBe(10n ** 23n)
    expect(() => maxFeeOf(pulse, 1n, { gasPrice: 10n ** 23n + 1n })).toThrow('implausibly high fee')
  })

  it('A4: after a malformed eth_feeHistory, eth_gasPrice is requested instead, and its error is thrown', async () => {
    for (const eth_feeHistory of [
      null,
      {},
      { baseFeePerGas: [] },
      { baseFeePerGas: ['x'] },
      { baseFeePerGas: [Number.POSITIVE_INFINITY] },
      'x',
    ])
      await expect(readGasPrice(fakeNode({ eth_feeHistory }), 'standard')).rejects.toMatchObject({ code: 'RPC_ERROR' })
  })
})

describe('a smart account', () => {
  const wanted = { from: me, receiver: you, contract: undefined, speed: 'standard', isBatch: true } as const
  const nodeWithCoins = (coins: bigint) =>
    fakeNode({
      eth_feeHistory: history(10n),
      eth_maxPriorityFeePerGas: '0x1',
      eth_getBalance: toHex(coins),
      eth_estimateGas: toHex(21_000n),
    })
  /** Gas of the call and of the account, at twice the base fee plus the tip. */
  const fee = (21_000n + 400_000n) * 21n

  it('can send its entire balance, because another account may pay its fee, but not more', async () => {
    expect((await costsOf(nodeWithCoins(5n), { ...wanted, amount: 5n })).amount).toBe(5n)
    await expect(costsOf(nodeWithCoins(5n), { ...wanted, amount: 6n })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: "The amount exceeds the account's balance of the network's coin. Nothing was sent.",
    })
  })

  it('keeps coins for its own gas if it sends the maximum', async () => {
    expect((await costsOf(nodeWithCoins(fee + 3n), { ...wanted, amount: 'max' })).amount).toBe(3n)
    await expect(costsOf(nodeWithCoins(fee), { ...wanted, amount: 'max' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
  })

  it('is estimated with more than half of its balance for the maximum, as a receiver may refuse small amounts', async () => {
    const estimated: unknown[] = []
    const node = fakeNode({
      ...{ eth_feeHistory: history(10n), eth_maxPriorityFeePerGas: '0x1', eth_getBalance: toHex(2n * fee) },
      eth_estimateGas: ({ value }: { value: unknown }) => {
        estimated.push(value)
        return toHex(21_000n)
      },
    })
    await costsOf(node, { ...wanted, amount: 'max' })
    await costsOf(node, { ...wanted, amount: 5n })
    expect(estimated).toEqual([toHex(fee + 1n), toHex(5n)])
  })
})

describe('an error of eth_estimateGas', () => {
  const feeAnswers = {
    eth_feeHistory: history(10n),
    eth_maxPriorityFeePerGas: '0x1',
    eth_getBalance: toHex(10n ** 18n),
  }
  it('is NOT_SENT with the reason if the call reverts', async () => {
    const node = fakeNode({ ...feeAnswers, eth_estimateGas: nodeError('execution reverted: paused', 3) })
    const paid = costsOf(node, {
      from: me,
      receiver: you,
      contract: undefined,
      amount: 1n,
      speed: 'standard',
      isBatch: false,
    })
    await expect(paid).rejects.toMatchObject({ code: 'NOT_SENT', message: expect.stringContaining('paused') })
  })

  it.each([
    ['the network is unreachable', new WalletModalError('NETWORK_ERROR', 'offline'), { code: 'NETWORK_ERROR' }],
    ['the node lacks the block', nodeError('header not found'), { code: 'RPC_ERROR', status: -32000 }],
    ['the node refuses more requests', nodeError('limit exceeded', -32005), { code: 'RPC_ERROR', status: -32005 }],
  ])('stays unchanged if %s', async (_, eth_estimateGas, error) => {
    const node = fakeNode({ ...feeAnswers, eth_estimateGas })
    const paid = costsOf(node, {
      from: me,
      receiver: you,
      contract: undefined,
      amount: 1n,
      speed: 'standard',
      isBatch: false,
    })
    await expect(paid).rejects.toMatchObject(error)
  })
})

describe('the maximum amount of the coin with a balance of 0', () => {
  it.each([false, true])('fails with INSUFFICIENT_FUNDS, without an estimate; smart account: %s', async (isBatch) => {
    const node = fakeNode({
      ...{ eth_feeHistory: history(10n), eth_maxPriorityFeePerGas: '0x1', eth_getBalance: '0x0' },
      eth_estimateGas: nodeError('insufficient funds for transfer'),
    })
    const wanted = { from: me, receiver: you, contract: undefined, speed: 'standard', isBatch } as const
    await expect(costsOf(node, { ...wanted, amount: 'max' })).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })
})

describe('a node that refuses more requests', () => {
  const limit = nodeError('limit exceeded', -32005)
  const error = { code: 'RPC_ERROR', status: -32005 }

  it('does not make a token one that does not exist', async () => {
    const wanted = { from: me, receiver: you, contract: token, speed: 'standard', isBatch: false } as const
    const node = fakeNode({ eth_call: limit })
    await expect(limitOf(node, wanted)).rejects.toMatchObject(error)
    await expect(costsOf(node, { ...wanted, amount: 1n })).rejects.toMatchObject(error)
  })

  it('does not make a network one without a base fee', async () => {
    const node = fakeNode({ eth_feeHistory: limit, eth_gasPrice: '0x64' })
    await expect(readGasPrice(node, 'standard')).rejects.toMatchObject(error)
  })
})
