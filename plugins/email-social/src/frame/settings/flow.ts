import { clear, show } from '../element.js'
import { FrameError } from '../gateway.js'
import { type Guard, showGuarded } from './guarded-screen.js'

/** Draws the screens of a flow. */
export interface FlowScreen {
  /** Displays a new screen. The buttons in `guard` are enabled while the screen is completely visible. Does nothing after the flow has ended. */
  draw(nodes: readonly Node[], guard?: Guard): void
  /** Registers a function that runs when the flow ends, for any reason. */
  onEnd(run: () => void): void
}

/** Handle of the displayed flow or approval. */
export interface CurrentScreen {
  /** Ends the flow or approval with 4001, as if the visitor had rejected it. Absent if nothing is displayed. */
  refuse?: (() => void) | undefined
}

/** Error for a rejection by the visitor (EIP-1193). */
export const rejected = (): FrameError => new FrameError(4001, 'User rejected the request.')

/** Displays a screen and resolves with its result. When the signal is aborted, clears the screen and rejects with the signal's reason. */
export function untilAborted<T>(signal: AbortSignal, display: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal.throwIfAborted()
    const end = (): void => {
      clear()
      reject(signal.reason)
    }
    signal.addEventListener('abort', end)
    display()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', end))
  })
}

/** Runs a flow, then clears the screen. Resolves with the flow's result. Rejects with 4001 when `current.refuse` is called. */
export function runFlow<T>(flow: (screen: FlowScreen) => Promise<T>, current: CurrentScreen): Promise<T> {
  return new Promise((resolve, reject) => {
    let isEnded = false
    let stopWatch: (() => void) | undefined
    const cleanups: (() => void)[] = []
    const end = (settle: () => void): void => {
      if (isEnded) return
      isEnded = true
      stopWatch?.()
      current.refuse = undefined
      clear()
      for (const run of cleanups) run()
      settle()
    }
    current.refuse = () => end(() => reject(rejected()))
    const draw: FlowScreen['draw'] = (nodes, guard) => {
      if (isEnded) return
      stopWatch?.()
      if (guard) stopWatch = showGuarded(nodes, guard)
      else show(...nodes)
    }
    const onEnd = (run: () => void): void => {
      if (isEnded) run()
      else cleanups.push(run)
    }
    flow({ draw, onEnd }).then(
      (value) => end(() => resolve(value)),
      (error: unknown) => end(() => reject(error)),
    )
  })
}
