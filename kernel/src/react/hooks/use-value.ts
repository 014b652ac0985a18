import { useMemo, useSyncExternalStore } from 'react'
import { computed, type ReadonlySignal, rawEffect, untracked } from '../../signals.js'

/** A failing signal counts as changed: reading it during rendering throws, and the error boundary catches it. */
const follow = (signal: ReadonlySignal<unknown>, changed: () => void): (() => void) =>
  rawEffect(() => {
    try {
      void signal.value
    } catch {
      // reported by the component that renders it
    }
    untracked(changed)
  })

/** A signal's value; the component re-renders when it changes. Reading `.value` in a component without this does not subscribe. */
export function useValue<T>(signal: ReadonlySignal<T>): T {
  const [subscribe, read] = useMemo(
    () => [(changed: () => void) => follow(signal, changed), () => signal.peek()] as const,
    [signal],
  )
  return useSyncExternalStore(subscribe, read, read)
}

/** Result of `read`; the component re-renders when it changes. */
export const useTracked = <T>(read: () => T): T => useValue(computed(read))
