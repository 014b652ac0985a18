import { useMemo, useSyncExternalStore } from 'react'
import { computed, type ReadonlySignal, rawEffect, untracked } from '../../signals.js'

/** Calls `changed` when the signal changes, or throws: the component then reads it while rendering, so that its error boundary catches the error. */
const subscribeTo = (signal: ReadonlySignal<unknown>, changed: () => void): (() => void) =>
  rawEffect(() => {
    try {
      void signal.value
    } catch {
      // thrown again and reported when the component reads it
    }
    untracked(changed)
  })

/** Value of a signal. The component re-renders when it changes, which it does not if it reads `.value` directly. */
export function useValue<T>(signal: ReadonlySignal<T>): T {
  const [subscribe, read] = useMemo(
    () => [(changed: () => void) => subscribeTo(signal, changed), () => signal.peek()] as const,
    [signal],
  )
  return useSyncExternalStore(subscribe, read, read)
}

/** Result of `read`, which reads signals. The component re-renders when the result changes. */
export const useTracked = <T>(read: () => T): T => useValue(computed(read))
