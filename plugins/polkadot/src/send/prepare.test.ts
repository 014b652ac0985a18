import { describe, expect, it } from 'vitest'
import { findLimit, prepare } from './prepare.js'
import { inspectReceiver } from './receiver.js'
import { DEPOSIT, FEE, sendingOn, stranger } from './sending.test.steps.js'

const COIN = 10n ** 12n

describe('a receiver who is there by an asset alone, without coins', () => {
  const receiver = { free: 0n, sufficients: 1 }

  it('has to get what an account holds at least', async () => {
    const { sending, draft, sent } = await sendingOn({ own: COIN, receiver })
    await expect(prepare(sending, { ...draft, amount: DEPOSIT - 1n })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('at least 0.000333333333 KSM'),
    })
    expect(sent).toEqual([])
    const { review } = await prepare(sending, { ...draft, amount: DEPOSIT })
    expect(review).toMatchObject({ to: stranger, amount: DEPOSIT })
  })

  it('cannot be sent all of what is less than that', async () => {
    const { sending, draft } = await sendingOn({ own: 2n * DEPOSIT, receiver })
    expect(await findLimit(sending, draft)).toMatchObject({ max: 0n })
  })

  it('is told to be new to the coin', async () => {
    const { sending, draft } = await sendingOn({ own: COIN, receiver })
    const { findings } = await inspectReceiver(sending, stranger, draft)
    expect(findings).toEqual([{ code: 'newAccount', severity: 'warn', text: '≥ 0.000333333333 KSM' }])
  })
})

describe('a receiver with coins', () => {
  it('needs no more than what is missing to what an account holds at least', async () => {
    const receiver = { free: DEPOSIT - 10n, providers: 1 }
    const { sending, draft } = await sendingOn({ own: COIN, receiver })
    await expect(prepare(sending, { ...draft, amount: 9n })).rejects.toThrow('at least 0.00000000001 KSM')
    expect((await prepare(sending, { ...draft, amount: 10n })).review.amount).toBe(10n)
    const { findings } = await inspectReceiver(sending, stranger, draft)
    expect(findings).toEqual([{ code: 'newAccount', severity: 'warn', text: '≥ 0.00000000001 KSM' }])
  })

  it('can get any amount, and all that can be sent', async () => {
    const { sending, draft } = await sendingOn({ own: 2n * DEPOSIT, receiver: { free: DEPOSIT, providers: 1 } })
    expect((await prepare(sending, { ...draft, amount: 1n })).review.amount).toBe(1n)
    const { max, fee } = await findLimit(sending, draft)
    expect(fee).toBe(FEE + FEE / 100n)
    expect(max).toBe(DEPOSIT - fee)
    expect((await inspectReceiver(sending, stranger, draft)).findings).toEqual([])
  })
})
