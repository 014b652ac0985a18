import { useSyncExternalStore } from 'react'
import type { ReadonlySignal } from '../signals.js'

/** A signal in a page's own components. On a server and while hydrating it has the value `server`. */
export function useStore<T>(signal: ReadonlySignal<T>, server: T): T {
  return useSyncExternalStore(
    (changed) => signal.subscribe(changed),
    () => signal.peek(),
    () => server,
  )
}
