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

describe('a receiver whose account exists only because of an asset and holds no coins', () => {
  const receiver = { free: 0n, sufficients: 1 }

  it('must receive at least the existential deposit', async () => {
    const { chains, draft, sent } = await connectKusama({ own: COIN, receiver })
    await expect(prepareSend(chains, { ...draft, amount: DEPOSIT - 1n }, signal)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('at least 0.000333333333 KSM'),
    })
    expect(sent).toEqual([])
    const { review } = await prepareSend(chains, { ...draft, amount: DEPOSIT }, signal)
    expect(review).toMatchObject({ actions: [{ type: 'transfer', to: stranger, amount: DEPOSIT }] })
  })

  it('cannot be paid (the maximum is 0) if the sendable balance is below the existential deposit', async () => {
    const { chains, draft } = await connectKusama({ own: 2n * DEPOSIT, receiver })
    expect(await findLimit(chains, draft)).toMatchObject({ max: 0n })
  })

  it('is reported with the minimum amount of the coin, and not as a new account', async () => {
    const { chains, draft } = await connectKusama({ own: COIN, receiver })
    const { issues } = await inspectReceiver(chains, stranger, draft)
    expect(issues).toEqual([{ code: 'minimumAmount', severity: 'warn', text: '0.000333333333 KSM' }])
  })
})

describe('a receiver with coins', () => {
  it('must receive at least the amount that its balance lacks to reach the existential deposit', async () => {
    const receiver = { free: DEPOSIT - 10n, providers: 1 }
    const { chains, draft } = await connectKusama({ own: COIN, receiver })
    await expect(prepareSend(chains, { ...draft, amount: 9n }, signal)).rejects.toThrow('at least 0.00000000001 KSM')
    expect(transferOf((await prepareSend(chains, { ...draft, amount: 10n }, signal)).review).amount).toBe(10n)
    const { issues } = await inspectReceiver(chains, stranger, draft)
    expect(issues).toEqual([{ code: 'minimumAmount', severity: 'warn', text: '0.00000000001 KSM' }])
  })

  it('can receive any amount up to the maximum', async () => {
    const { chains, draft } = await connectKusama({ own: 2n * DEPOSIT, receiver: { free: DEPOSIT, providers: 1 } })
    expect(transferOf((await prepareSend(chains, { ...draft, amount: 1n }, signal)).review).amount).toBe(1n)
    const { max, fee } = await findLimit(chains, draft)
    expect(fee).toBe(FEE + FEE / 100n)
    expect(max).toBe(DEPOSIT - fee)
    expect((await inspectReceiver(chains, stranger, draft)).issues).toEqual([])
  })
})

it('a receiver whose account does not exist is reported as a new account, with the minimum amount', async () => {
  const { chains, draft } = await connectKusama({ own: COIN, receiver: { free: 0n } })
  expect((await inspectReceiver(chains, stranger, draft)).issues).toEqual([
    { code: 'newAccount', severity: 'warn' },
    { code: 'minimumAmount', severity: 'warn', text: '0.000333333333 KSM' },
  ])
})
