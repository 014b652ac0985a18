import { expect } from 'vitest'
import type { Handler } from './handler.js'

/** Whether this is `npm run test:long`. */
export const isLong = process.env.WALLET_MODAL_LONG !== undefined
/** Options of the property tests: 1000 random cases in `npm run test:long`, otherwise 20 with a fixed seed. */
export const trial = { numRuns: isLong ? 1000 : 20, seed: Number(process.env.WALLET_MODAL_SEED), endOnFailure: true }
export const LIMIT_MS = isLong ? 900_000 : 60_000

/**
 * Sends the whole balance of an asset: as a number if `isTyped`, otherwise as `max`. Resolves with `nothing` if the fee or the receiver's minimum
 * balance leaves nothing to send. Throws if sending fails.
 */
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
