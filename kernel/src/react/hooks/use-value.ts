import { useMemo, useSyncExternalStore } from 'react'
import { computed, type ReadonlySignal, rawEffect, untracked } from '../../signals.js'

/** A signal that fails has changed as well: where it is drawn it fails again, and is caught. */
const follow = (signal: ReadonlySignal<unknown>, changed: () => void): (() => void) =>
  rawEffect(() => {
    try {
      void signal.value
    } catch {
      // told by whoever draws it
    }
    untracked(changed)
  })

/** A signal's value; the component renders again when it changes. Reading `.value` in a component without this silently never updates. */
export function useValue<T>(signal: ReadonlySignal<T>): T {
  const [subscribe, read] = useMemo(
    () => [(changed: () => void) => follow(signal, changed), () => signal.peek()] as const,
    [signal],
  )
  return useSyncExternalStore(subscribe, read, read)
}

/** What `read` answers; the component renders again when that has changed. */
export const useTracked = <T>(read: () => T): T => useValue(computed(read))
