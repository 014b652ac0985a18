// @vitest-environment happy-dom
import { transferOf } from '@wallet-modal/kernel/transactions'
import { describe, expect, it } from 'vitest'
import { disconnectAfterTests } from '../chain.test.fixtures.js'
import { connectKusama, DEPOSIT, FEE, stranger } from '../transactions/kusama.test.fixtures.js'
import { findLimit } from './limit.js'
import { prepareSend } from './prepare.js'
import { inspectReceiver } from './receiver.js'

disconnectAfterTests()

const COIN = 10n ** 12n
const { signal } = new AbortController()

describe('a receiver who is there by an asset alone, without coins', () => {
  const receiver = { free: 0n, sufficients: 1 }

  it('has to get what an account holds at least', async () => {
    const { chains, draft, sent } = await connectKusama({ own: COIN, receiver })
    await expect(prepareSend(chains, { ...draft, amount: DEPOSIT - 1n }, signal)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('at least 0.000333333333 KSM'),
    })
    expect(sent).toEqual([])
    const { review } = await prepareSend(chains, { ...draft, amount: DEPOSIT }, signal)
    expect(review).toMatchObject({ actions: [{ type: 'transfer', to: stranger, amount: DEPOSIT }] })
  })

  it('cannot be sent all of what is less than that', async () => {
    const { chains, draft } = await connectKusama({ own: 2n * DEPOSIT, receiver })
    expect(await findLimit(chains, draft)).toMatchObject({ max: 0n })
  })

  it('is told to be new to the coin', async () => {
    const { chains, draft } = await connectKusama({ own: COIN, receiver })
    const { issues } = await inspectReceiver(chains, stranger, draft)
    expect(issues).toEqual([{ code: 'newAccount', severity: 'warn', text: '≥ 0.000333333333 KSM' }])
  })
})

describe('a receiver with coins', () => {
  it('needs no more than what is missing to what an account holds at least', async () => {
    const receiver = { free: DEPOSIT - 10n, providers: 1 }
    const { chains, draft } = await connectKusama({ own: COIN, receiver })
    await expect(prepareSend(chains, { ...draft, amount: 9n }, signal)).rejects.toThrow('at least 0.00000000001 KSM')
    expect(transferOf((await prepareSend(chains, { ...draft, amount: 10n }, signal)).review).amount).toBe(10n)
    const { issues } = await inspectReceiver(chains, stranger, draft)
    expect(issues).toEqual([{ code: 'newAccount', severity: 'warn', text: '≥ 0.00000000001 KSM' }])
  })

  it('can get any amount, and all that can be sent', async () => {
    const { chains, draft } = await connectKusama({ own: 2n * DEPOSIT, receiver: { free: DEPOSIT, providers: 1 } })
    expect(transferOf((await prepareSend(chains, { ...draft, amount: 1n }, signal)).review).amount).toBe(1n)
    const { max, fee } = await findLimit(chains, draft)
    expect(fee).toBe(FEE + FEE / 100n)
    expect(max).toBe(DEPOSIT - fee)
    expect((await inspectReceiver(chains, stranger, draft)).issues).toEqual([])
  })
})
