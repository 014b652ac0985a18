import { useCallback, useSyncExternalStore } from 'react'
import type { ReadonlySignal } from '../../signals.js'

/**
 * Value of a signal in a component of the site. On a server and during hydration, the value is `server`. The component re-renders only
 * if the result of `read` has changed.
 */
export function useStore<T>(signal: ReadonlySignal<T>, server: T, read = (): T => signal.peek()): T {
  const subscribe = useCallback((changed: () => void) => signal.subscribe(changed), [signal])
  return useSyncExternalStore(subscribe, read, () => server)
}
