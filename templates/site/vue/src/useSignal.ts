import type { ReadonlySignal } from '@wallet-modal/kernel'
import { onScopeDispose, type ShallowRef, shallowRef } from 'vue'

/** Signal of the modal as a ref: `useSignal(modal.connections.active)`. */
export function useSignal<T>(signal: ReadonlySignal<T>): Readonly<ShallowRef<T>> {
  const now = shallowRef(signal.peek())
  onScopeDispose(
    signal.subscribe((next) => {
      now.value = next
    }),
  )
  return now
}
