import { onScopeDispose, type ShallowRef, shallowRef } from 'vue'
import type { ReadonlySignal } from '../signals.js'

/**
 * Read-only ref with the value of a signal: `useSignal(modal.errors)`. If `signal` is `undefined`, the value is `undefined`. Call `useSignal` in the
 * `setup` of a component or in another effect scope. The subscription ends when that scope is disposed. On a server, the ref is not updated.
 */
export function useSignal<T>(signal: ReadonlySignal<T>): Readonly<ShallowRef<T>>
export function useSignal<T>(signal: ReadonlySignal<T> | undefined): Readonly<ShallowRef<T | undefined>>
export function useSignal<T>(signal: ReadonlySignal<T> | undefined): Readonly<ShallowRef<T | undefined>> {
  const current = shallowRef(signal?.peek())
  // a server never disposes the scope of a component, so a subscription there would leak
  if (signal && typeof window !== 'undefined')
    onScopeDispose(
      signal.subscribe((value) => {
        current.value = value
      }),
    )
  return current
}
