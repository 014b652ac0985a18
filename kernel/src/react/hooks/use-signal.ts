import { useCallback, useSyncExternalStore } from 'react'
import type { ReadonlySignal } from '../../signals.js'

/**
 * Value of a signal in a component of the site, for example `useSignal(modal.errors)`; `undefined` while there is no signal. The component
 * re-renders when the value changes. `serverValue`: the value on a server and during hydration. Default: the signal's value at that time. Pass
 * `serverValue` if the signal can change before hydration, so that hydration matches the server's output.
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
