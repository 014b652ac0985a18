import { type CurrentScreen, type FlowScreen, rejected, runFlow } from '../settings/flow.js'
import { showApproval } from './approval-screen.js'
import type { Summary } from './summary.js'

export interface Approvals {
  /** Resolves when the visitor approves. Rejects with 4001 otherwise. */
  ask(summary: Summary): Promise<void>
  /** Runs a flow when it is its turn, and clears the screen afterwards. Rejects with 4001 if {@link Approvals.abort} was called meanwhile. */
  present<T>(flow: (screen: FlowScreen) => Promise<T>): Promise<T>
  /** Rejects all pending requests. */
  abort(): void
  /** Resolves with the result of `act`, which runs after `before` has settled. Rejects with 4001 if {@link Approvals.abort} was called meanwhile. */
  after<T>(before: Promise<unknown>, act: () => Promise<T>): Promise<T>
}

/** One request at a time, in order of arrival. */
export function createApprovals(): Approvals {
  let queue: Promise<unknown> = Promise.resolve()
  let round = 0
  const current: CurrentScreen = {}

  /** Runs `act` after all earlier requests. */
  const enqueue = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = round
    const answer = queue.then(() => (mine === round ? act() : Promise.reject(rejected())))
    queue = answer.catch(() => undefined)
    return answer
  }

  return {
    ask: (summary) => enqueue(() => showApproval(summary, current)),
    present: (flow) => enqueue(() => runFlow(flow, current)),
    abort() {
      round++
      current.refuse?.()
    },
    async after(before, act) {
      const mine = round
      await before.catch(() => undefined) // the error is reported to its own caller
      if (mine !== round) throw rejected()
      return act()
    },
  }
}
