import type { FrameAccount } from '../gateway.js'
import { type CurrentScreen, type FlowScreen, rejected, runFlow } from '../settings/flow.js'
import { showApproval } from './approval-screen.js'
import { confirmInWindow } from './confirm-in-window.js'
import type { Summary } from './summary.js'

/** Queue of the frame's screens: approvals, and flows such as the list of devices. Displays one at a time. */
export interface Approvals {
  /** Displays a request after all earlier screens. Resolves when the visitor approves. Rejects with 4001 otherwise. */
  ask(summary: Summary): Promise<void>
  /** Runs a flow after all earlier screens, then clears the screen. Rejects with 4001 if {@link Approvals.abort} was called meanwhile. */
  present<T>(flow: (screen: FlowScreen) => Promise<T>): Promise<T>
  /** Rejects the displayed screen and all waiting ones. */
  abort(): void
  /**
   * Waits until `before` has settled, then runs `act` and resolves with its result. Rejects with 4001 if {@link Approvals.abort} was called
   * meanwhile.
   */
  after<T>(before: Promise<unknown>, act: () => Promise<T>): Promise<T>
}

/** `approvalLocation` is called before each request: visitors approve in the frame or in a separate window. */
export function createApprovals(approvalLocation: () => FrameAccount['approvals']): Approvals {
  let queue: Promise<unknown> = Promise.resolve()
  let abortCount = 0
  const current: CurrentScreen = {}

  /** Runs `act` after all earlier screens. */
  const enqueue = <T>(act: () => Promise<T>): Promise<T> => {
    const abortsAtStart = abortCount
    const answer = queue.then(() => (abortsAtStart === abortCount ? act() : Promise.reject(rejected())))
    queue = answer.catch(() => undefined)
    return answer
  }

  return {
    ask: (summary) =>
      enqueue(() =>
        approvalLocation() === 'frame'
          ? showApproval(summary, current)
          : confirmInWindow(summary.title, { kind: 'approval', summary }, current),
      ),
    present: (flow) => enqueue(() => runFlow(flow, current)),
    abort() {
      abortCount++
      current.refuse?.()
    },
    async after(before, act) {
      const abortsAtStart = abortCount
      await before.catch(() => undefined) // the code that started `before` handles its error
      if (abortsAtStart !== abortCount) throw rejected()
      return act()
    },
  }
}
