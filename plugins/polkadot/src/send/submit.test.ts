import { WalletModalError } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { hashOf } from './payload.js'
import { prepare } from './prepare.js'
import { sendingOn } from './sending.test.steps.js'

const COIN = 10n ** 12n

async function sendTo(status: number, message: string) {
  const refused = new WalletModalError('RPC_ERROR', message, { status })
  const { sending, draft, sent } = await sendingOn({
    own: 2n * COIN,
    receiver: { free: COIN, providers: 1 },
    take: () => {
      throw refused
    },
  })
  const { submit } = await prepare(sending, { ...draft, amount: COIN })
  const outcome = await submit().catch((error: unknown) => error)
  expect(sent).toHaveLength(1)
  return { outcome, refused, hash: hashOf(sent[0] ?? ''), passages: sending.passages }
}

describe('a transaction that a pool does not take', () => {
  it.each([
    [1010, 'Invalid Transaction: Transaction is outdated'],
    [1014, 'Priority is too low: (1 vs 2)'],
  ])('was not sent, by the code %i', async (status, message) => {
    const { outcome } = await sendTo(status, message)
    expect(outcome).toMatchObject({ code: 'NOT_SENT' })
  })

  it('was sent where the pool has it already', async () => {
    const { outcome, hash } = await sendTo(1013, 'Transaction is already imported')
    expect(outcome).toEqual({ status: 'sent', hash, trace: expect.stringMatching(/^\d+ \d+$/) })
  })

  it('may be in a block where it is banned for a while, as those that were included are', async () => {
    const { outcome, hash, refused, passages } = await sendTo(1012, 'Transaction is temporarily banned')
    expect(outcome).toMatchObject({
      status: 'unknown',
      hash,
      trace: expect.stringMatching(/^\d+ \d+$/),
      cause: refused,
    })
    expect(passages.has(hash)).toBe(true) // blocks are looked through for it
  })
})

describe('a transaction that another one of the account has come before', () => {
  const receiver = { free: COIN, providers: 1 }

  it('is not sent: a pool may put it in the place of the other one', async () => {
    const nonces = [3, 4]
    const { sending, draft, sent } = await sendingOn({ own: 2n * COIN, receiver, nonces: () => nonces.shift() ?? 4 })
    const { submit } = await prepare(sending, { ...draft, amount: COIN })
    await expect(submit()).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect([sent, sending.passages.size]).toEqual([[], 0])
  })

  it('is not sent where the node does not tell', async () => {
    let asked = 0
    const nonces = (): number => {
      if (asked++ === 0) return 3
      throw new Error('The node is gone.')
    }
    const { sending, draft, sent } = await sendingOn({ own: 2n * COIN, receiver, nonces })
    const { submit } = await prepare(sending, { ...draft, amount: COIN })
    await expect(submit()).rejects.toMatchObject({ code: 'NOT_SENT', message: expect.stringMatching(/is gone/) })
    expect(sent).toEqual([])
  })
})
