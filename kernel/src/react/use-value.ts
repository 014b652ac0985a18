import { useSignals } from '@preact/signals-react/runtime'
import type { ReadonlySignal } from '../signals.js'

/** Marks a call of `useSignals` that is closed by hand at the end of a hook. */
const IN_HOOK = 2

/** What `read` answers; the component renders again when a signal that was read has changed. */
export function useTracked<T>(read: () => T): T {
  const store = useSignals(IN_HOOK)
  try {
    return read()
  } finally {
    store.f()
  }
}

/** A signal's value; the component renders again when it changes. Reading `.value` in a component without this silently never updates. */
export function useValue<T>(signal: ReadonlySignal<T>): T {
  return useTracked(() => signal.value)
}
