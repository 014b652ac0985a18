import type { Context } from '@wallet-modal/kernel'
import { type ApprovalRequest, Approve } from '../contract.js'
import { rejected } from './errors.js'

/** Shows what is asked for and resolves when the visitor agrees. Rejects with code 4001 when not. */
export type Ask = (request: Omit<ApprovalRequest, 'domain'>) => Promise<void>

/**
 * The modal shows with the frame after a click that it waits for the wallet. A sheet that came first would look to it as if the visitor had
 * gone elsewhere, and it would give the connection up.
 */
const afterFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** One sheet at a time over all chain families, in the order asked. */
export function createApprovals(ctx: Context): Ask {
  let questions: Promise<unknown> = Promise.resolve()
  return async (request) => {
    const answer = questions
      .then(afterFrame)
      .then(() => ctx.router.push(Approve, { ...request, domain: location.host }))
    questions = answer.catch(() => undefined)
    if ((await answer) !== true) throw rejected()
  }
}
