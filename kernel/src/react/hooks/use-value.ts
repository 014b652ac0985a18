import { useMemo, useSyncExternalStore } from 'react'
import { computed, type ReadonlySignal, rawEffect, untracked } from '../../signals.js'

/**
 * Calls `changed` when the signal changes, even if reading the signal throws. The component then reads the signal while rendering, so that its error
 * boundary catches the error.
 */
const subscribeTo = (signal: ReadonlySignal<unknown>, changed: () => void): (() => void) =>
  rawEffect(() => {
    try {
      void signal.value
    } catch {
      // thrown again when the component reads the signal
    }
    untracked(changed)
  })

/** Value of a signal. The component re-renders when the signal changes. Reading `.value` directly does not subscribe the component. */
export function useValue<T>(signal: ReadonlySignal<T>): T {
  const [subscribe, read] = useMemo(
    () => [(changed: () => void) => subscribeTo(signal, changed), () => signal.peek()] as const,
    [signal],
  )
  return useSyncExternalStore(subscribe, read, read)
}

/** Result of `read`, which reads signals. The component re-renders when the result changes. */
export const useTracked = <T>(read: () => T): T => useValue(computed(read))
