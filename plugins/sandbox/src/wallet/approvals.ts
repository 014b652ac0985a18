import type { Context } from '@wallet-modal/kernel'
import { type ApprovalRequest, Approve } from '../contract.js'
import { rejected } from './errors.js'

/** Shows what is asked for and resolves when the visitor agrees. Rejects with code 4001 when not. */
export type Ask = (request: Omit<ApprovalRequest, 'domain'>) => Promise<void>

/** One sheet at a time over all chain families, in the order asked. */
export function createApprovals(ctx: Context): Ask {
  let questions: Promise<unknown> = Promise.resolve()
  return async (request) => {
    const answer = questions.then(() => ctx.router.push(Approve, { ...request, domain: location.host }))
    questions = answer.catch(() => undefined)
    if ((await answer) !== true) throw rejected()
  }
}
