import { useSyncExternalStore } from 'react'
import type { ReadonlySignal } from '../../signals.js'

/** Reads a signal in a page's component. On a server and during hydration the value is `server`. `read` selects the part whose changes re-render. */
export function useStore<T>(signal: ReadonlySignal<T>, server: T, read = (): T => signal.peek()): T {
  return useSyncExternalStore(
    (changed) => signal.subscribe(changed),
    read,
    () => server,
  )
}
