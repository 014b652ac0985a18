import { expect } from 'vitest'
import type { Handler } from './handler.js'

/** Where there is time: `npm run test:long`. */
export const isLong = process.env.WALLET_MODAL_LONG !== undefined
/** Random balances and fees: a thousand of each kind where there is time, and the same few every day. */
export const trial = { numRuns: isLong ? 1000 : 20, seed: Number(process.env.WALLET_MODAL_SEED), endOnFailure: true }
export const LIMIT_MS = isLong ? 900_000 : 60_000

/** What everything of a kind comes to, once it was sent: it fails where that fails. */
export async function sendAll(
  handler: Handler,
  payment: Parameters<Handler['limit']>[0],
  isTyped: boolean,
): Promise<{ readonly amount: bigint; readonly fee: bigint; readonly hash: string } | 'nothing'> {
  const { max } = await handler.limit(payment).catch((error: unknown) => {
    expect(Object(error).message).toMatch(/^The (receiver's account is new and|network fee alone would leave)/)
    return { max: 0n }
  })
  if (max === 0n) {
    const refused = { code: expect.stringMatching(/^(INSUFFICIENT_FUNDS|INVALID_ARGUMENT)$/) }
    await expect(handler.prepare({ ...payment, amount: 'max' })).rejects.toMatchObject(refused)
    return 'nothing'
  }
  const { review, submit } = await handler.prepare({ ...payment, amount: isTyped ? max : 'max' })
  expect(review.amount).toBe(max)
  const outcome = await submit()
  if (outcome.status !== 'sent') throw new Error(`${outcome.status}`, { cause: outcome })
  return { amount: review.amount, fee: review.fee, hash: outcome.hash }
}
