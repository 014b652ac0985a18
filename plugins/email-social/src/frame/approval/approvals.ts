import { clear, el, show } from '../element.js'
import type { FrameAccount } from '../gateway.js'
import { type CurrentScreen, type FlowScreen, rejected, runFlow } from '../settings/flow.js'
import { settingsText } from '../settings/settings-strings.js'
import { showApproval } from './approval-screen.js'
import { confirmInWindow } from './confirm-in-window.js'
import type { Summary } from './summary.js'

/** Screens of one request. All methods reject with 4001 if {@link ApprovalQueue.abort} was called since the request arrived. */
export interface Approvals {
  /** Displays a request after all earlier screens. Resolves when the visitor approves, rejects with 4001 when the visitor rejects. */
  ask(summary: Summary): Promise<void>
  /** Runs a flow after all earlier screens, then clears the screen. */
  present<T>(flow: (screen: FlowScreen) => Promise<T>): Promise<T>
  /** Waits until `before` has settled, then runs `act`. Resolves with the result of `act`. */
  after<T>(before: Promise<unknown>, act: () => Promise<T>): Promise<T>
}

/** Queue of the frame's screens: approvals, and flows such as the list of devices. Displays one at a time. */
export interface ApprovalQueue {
  /**
   * Handles a request that displays screens. Call `handle` as soon as the request arrives, because `abort` rejects only requests whose `handle` was
   * called before. An empty frame displays "Loading" until the first screen is ready.
   */
  handle<T>(request: (approvals: Approvals) => Promise<T>): Promise<T>
  /** Rejects the displayed screen and all requests that wait for a screen. */
  abort(): void
}

/** Displays "Loading" in an empty frame, or in place of another progress text. Returns a function that clears it. */
function showLoading(): () => void {
  if (document.querySelector('main > :not(.busy)')) return () => undefined
  const screen = show(el('p', { className: 'busy' }, settingsText('loading')))
  return () => screen.isConnected && clear()
}

/** `approvalLocation` is called before each approval. It returns where the visitor approves: in the frame or in a separate window. */
export function createApprovals(approvalLocation: () => FrameAccount['approvals']): ApprovalQueue {
  let queue: Promise<unknown> = Promise.resolve()
  let abortCount = 0
  const current: CurrentScreen = {}

  const createRequestApprovals = (): Approvals => {
    const abortsAtStart = abortCount
    const unlessAborted = async <T>(act: () => Promise<T>): Promise<T> => {
      if (abortsAtStart !== abortCount) throw rejected()
      return act()
    }
    /** Runs `act` after all earlier screens. */
    const enqueue = <T>(act: () => Promise<T>): Promise<T> => {
      const answer = queue.then(() => unlessAborted(act))
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
      async after(before, act) {
        await before.catch(() => undefined) // the code that started `before` handles its error
        return unlessAborted(act)
      },
    }
  }
  return {
    async handle(request) {
      const clearLoading = showLoading()
      try {
        return await request(createRequestApprovals())
      } finally {
        clearLoading()
      }
    },
    abort() {
      abortCount++
      current.refuse?.()
    },
  }
}
