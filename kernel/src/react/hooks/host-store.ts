import { useSyncExternalStore } from 'react'
import type { ReadonlySignal } from '../../signals.js'

/**
 * A signal in a page's own components. On a server and while hydrating it has the value `server`. `read`: as much of it as a change is to be
 * drawn for.
 */
export function useStore<T>(signal: ReadonlySignal<T>, server: T, read = (): T => signal.peek()): T {
  return useSyncExternalStore(
    (changed) => signal.subscribe(changed),
    read,
    () => server,
  )
}
