import type { Context } from '@wallet-modal/kernel'
import { type ApprovalRequest, Approve } from '../contract.js'
import { rejected } from './errors.js'

/** Shows the request and resolves when the visitor approves. Rejects with code 4001 otherwise. */
export type Ask = (request: Omit<ApprovalRequest, 'domain'>) => Promise<void>

/**
 * Waits for the next frame. The modal displays its "waiting for the wallet" state one frame after the click. If the approval sheet opened earlier,
 * the modal would treat the sheet as a navigation by the visitor and cancel the connection.
 */
const afterFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Shows the requests of all chain families one at a time, in order of arrival. */
export function createApprovals(ctx: Context): Ask {
  let lastAnswer: Promise<unknown> = Promise.resolve()
  return async (request) => {
    const answer = lastAnswer
      .then(afterFrame)
      .then(() => ctx.router.push(Approve, { ...request, domain: location.host }))
    lastAnswer = answer.catch(() => undefined)
    if ((await answer) !== true) throw rejected()
  }
}
