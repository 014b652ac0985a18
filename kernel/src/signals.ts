import { computed, effect as rawEffect, untracked } from '@preact/signals-core'
import { guarded } from './errors/guard.js'
import { createLogger } from './errors/log.js'

/** Plugins take signals from here, so that one page holds one copy of signals-core. */
export { batch, computed, effect as rawEffect, type Signal, signal, untracked } from '@preact/signals-core'

/** State that is read here and written elsewhere. */
export interface ReadonlySignal<T> {
  /** Reading it in `computed`, `effect` or a component subscribes. */
  readonly value: T
  /** Reads without subscribing. */
  peek(): T
  /** Calls `listener` now and after each change. Returns a function that stops it. */
  subscribe(listener: (value: T) => void): () => void
}

type Run = () => void | (() => void)

/** An effect whose errors stay with the one it belongs to: signals would throw them at whoever changed a value. */
export const guardedEffect = (run: Run, failed: (error: unknown) => void): (() => void) =>
  rawEffect(() => {
    const cleanup = guarded(run, failed)()
    return typeof cleanup === 'function' ? guarded(cleanup, failed) : undefined
  })

/** Runs now and again when a signal that it read has changed, until the returned function is called. Its errors are logged. */
export const effect = (run: Run): (() => void) => guardedEffect(run, createLogger('error', 'wallet-modal').error)

/** A computed signal that several plugins may hold: it can neither be written nor walked into. */
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
