import { WalletModalError } from './errors.js'
import { batch, computed, type ReadonlySignal, signal } from './signals.js'
import type { Payload, View } from './token.js'

export interface Route {
  /** Unique per visit, so that a view opened twice is rendered anew. */
  readonly key: number
  readonly view: View<any, any>
  readonly params: unknown
}

export interface Router {
  readonly current: ReadonlySignal<Route | null>
  /** How many views lie below the current one. */
  readonly depth: ReadonlySignal<number>
  /** Shows a view on top and answers with its result, or `undefined` when it was left without one. */
  push<P, R>(view: View<P, R>, ...params: Payload<P>): Promise<R | undefined>
  /** Shows a view in place of the current one. */
  replace<P, R>(view: View<P, R>, ...params: Payload<P>): Promise<R | undefined>
  /** Shows a view as the only one. */
  reset<P, R>(view: View<P, R>, ...params: Payload<P>): Promise<R | undefined>
  /** Leaves the current view; the last one closes the modal, if the close guards agree. */
  back(): void
  /** False when a close guard refused. */
  close(): boolean
}

interface Entry extends Route {
  readonly settle: (result?: any) => void
}

interface RouterHost {
  knows(view: View<any, any>): boolean
  /** False while a close guard refuses. */
  mayClose(): boolean
  /** Called after a refused close: the modal shakes. */
  refused(): void
}

export interface RouterControls extends Router {
  /** Closes without asking the guards. */
  clear(): void
  /** Ends one visit with its result. */
  resolve(key: number, result: unknown): void
  /** Takes every visit of these views out, for a plugin that was switched off. */
  drop(views: readonly View<any, any>[]): void
}

/** A stack of visits. Every visit ends exactly once: with a result, or with `undefined` when it was left. */
export function createRouter(host: RouterHost): RouterControls {
  const stack = signal<readonly Entry[]>([])
  let visits = 0

  const keep = (entries: readonly Entry[]): void => {
    const gone = stack.peek().filter((entry) => !entries.includes(entry))
    batch(() => {
      stack.value = entries
    })
    for (const entry of gone.reverse()) entry.settle()
  }
  const show = <P, R>(below: () => readonly Entry[], view: View<P, R>, params: unknown): Promise<R | undefined> => {
    if (view?.kind !== 'view' || !host.knows(view)) {
      return Promise.reject(
        new WalletModalError('UNKNOWN_VIEW', `No plugin registers the view "${view?.name ?? String(view)}". Add the plugin that brings it.`),
      )
    }
    return new Promise<R | undefined>((settle) => {
      keep([...below(), { key: ++visits, view, params, settle }])
    })
  }
  const clear = (): void => keep([])
  const close = (): boolean => {
    if (stack.peek().length === 0) return true
    if (!host.mayClose()) {
      host.refused()
      return false
    }
    clear()
    return true
  }
  return {
    current: computed(() => stack.value.at(-1) ?? null),
    depth: computed(() => Math.max(0, stack.value.length - 1)),
    push: (view, ...params) => show(() => stack.peek(), view, params[0]),
    replace: (view, ...params) => show(() => stack.peek().slice(0, -1), view, params[0]),
    reset: (view, ...params) => show(() => [], view, params[0]),
    back: () => {
      const entries = stack.peek()
      if (entries.length > 1) keep(entries.slice(0, -1))
      else close()
    },
    close,
    clear,
    resolve: (key, result) => {
      const entries = stack.peek()
      const entry = entries.find((candidate) => candidate.key === key)
      if (!entry) return
      entry.settle(result)
      keep(entries.filter((candidate) => candidate !== entry))
    },
    drop: (views) => keep(stack.peek().filter((entry) => !views.some((view) => view.name === entry.view.name))),
  }
}
