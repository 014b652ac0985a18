import { useCallback, useSyncExternalStore } from 'react'
import type { ReadonlySignal } from '../../signals.js'

/**
 * Value of a signal, for a component of the site: `useSignal(modal.errors)`. If `signal` is `undefined`, the value is `undefined`. The component is
 * re-rendered when the value changes. `serverValue` is the value on a server and during hydration. Default: the current value. To avoid a hydration
 * mismatch, pass `serverValue` if the signal can change before hydration.
 */
export function useSignal<T>(signal: ReadonlySignal<T>, serverValue?: T): T
export function useSignal<T>(signal: ReadonlySignal<T> | undefined, serverValue?: T): T | undefined
export function useSignal<T>(signal: ReadonlySignal<T> | undefined, serverValue = signal?.peek()): T | undefined {
  const subscribe = useCallback((changed: () => void) => signal?.subscribe(changed) ?? (() => {}), [signal])
  return useSyncExternalStore(
    subscribe,
    () => signal?.peek(),
    () => serverValue,
  )
}
