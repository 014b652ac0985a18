import { computed, effect as rawEffect, untracked } from '@preact/signals-core'
import { guarded } from './errors/guard.js'
import { createLogger } from './errors/log.js'

/** Plugins import signals from here, so that a page has one copy of signals-core. */
export { batch, computed, effect as rawEffect, type Signal, signal, untracked } from '@preact/signals-core'

/** Read-only signal. */
export interface ReadonlySignal<T> {
  /** Subscribes in `computed`, `effect` and components. */
  readonly value: T
  /** Reads without subscribing. */
  peek(): T
  /** Calls `listener` immediately and after each change. Returns an unsubscribe function. */
  subscribe(listener: (value: T) => void): () => void
}

type Run = () => void | (() => void)

/** Effect that passes its errors to `failed`. In a plain effect, the code that writes a signal throws the error. */
export const guardedEffect = (run: Run, failed: (error: unknown) => void): (() => void) =>
  rawEffect(() => {
    const cleanup = guarded(run, failed)()
    return typeof cleanup === 'function' ? guarded(cleanup, failed) : undefined
  })

/**
 * Calls `run` immediately, and again when a signal that it read has changed. `run` may return a cleanup. Returns a function that stops the
 * effect. Logs errors.
 */
export const effect = (run: Run): (() => void) => guardedEffect(run, createLogger('error', 'wallet-modal').error)

/** Computed signal that plugins can share: it cannot be written, and does not expose its internals. */
export function derived<T>(read: () => T): ReadonlySignal<T> {
  const inner = computed(read)
  const subscribe = (listener: (value: T) => void): (() => void) =>
    effect(() => {
      const now = inner.value
      untracked(() => listener(now))
    })
  return Object.freeze({
    get value() {
      return inner.value
    },
    peek: Object.freeze(() => inner.peek()),
    subscribe: Object.freeze(subscribe),
  })
}
