import { WalletModalError } from '../errors/errors.js'
import type { AnyView, Payload, View } from '../plugins/token.js'
import { derived, type ReadonlySignal, signal } from '../signals.js'

export interface Route {
  /** Unique for each time a view is opened, so that React mounts it again. */
  readonly key: number
  readonly view: AnyView
  readonly params: unknown
}

export interface Router {
  readonly current: ReadonlySignal<Route | null>
  /** Number of views below the current one. */
  readonly depth: ReadonlySignal<number>
  /** Shows a view on top. Resolves with its result, or `undefined` if the visitor leaves it without one. Rejects with `UNKNOWN_VIEW`. */
  push<P, R>(view: View<P, R>, ...params: Payload<P>): Promise<R | undefined>
  /** Replaces the current view. */
  replace<P, R>(view: View<P, R>, ...params: Payload<P>): Promise<R | undefined>
  /** Closes all views and shows this one. */
  reset<P, R>(view: View<P, R>, ...params: Payload<P>): Promise<R | undefined>
  /** Leaves the current view. Leaving the last view closes the modal, unless a close guard refuses. */
  back(): void
  /** Closes the modal. Returns `false` if a close guard refused. */
  close(): boolean
}

export interface RouterControls extends Router {
  /** Closes without asking the guards. */
  clear(): void
  /** Closes the view with this route key and resolves its promise with `result`. */
  resolve(key: number, result: unknown): void
  /** Closes all routes of these views, because their plugin was disabled. */
  drop(views: readonly AnyView[]): void
}

/**
 * Creates the stack of open views. The promise of each opened view resolves exactly once: with a result, or with `undefined` if it was left.
 * While a close guard refuses, `mayClose` is false and closing calls `refused`.
 */
export function createRouter(
  knows: (view: AnyView) => boolean,
  mayClose: () => boolean,
  refused: () => void,
): RouterControls {
  const stack = signal<readonly Route[]>([])
  // not stored in the routes, because every plugin can read those
  const answers = new Map<number, (result: unknown) => void>()
  let visits = 0

  const keep = (routes: readonly Route[], result?: unknown): void => {
    const removed = stack.peek().filter((route) => !routes.includes(route))
    stack.value = routes
    for (const { key } of removed.reverse()) {
      const answer = answers.get(key)
      answers.delete(key)
      answer?.(result)
    }
  }
  const show =
    (below: () => readonly Route[]) =>
    <R>(view: AnyView, ...[params]: readonly unknown[]): Promise<R | undefined> =>
      new Promise((answer, reject) => {
        if (view?.kind !== 'view' || !knows(view)) {
          reject(unknownView(view))
          return
        }
        const key = ++visits
        answers.set(key, (result) => answer(result as R | undefined))
        keep([...below(), Object.freeze({ key, view, params })])
      })
  const clear = (): void => keep([])
  const close = (): boolean => {
    const may = stack.peek().length === 0 || mayClose()
    if (may) clear()
    else refused()
    return may
  }
  return {
    current: derived(() => stack.value.at(-1) ?? null),
    depth: derived(() => Math.max(0, stack.value.length - 1)),
    push: show(() => stack.peek()),
    replace: show(() => stack.peek().slice(0, -1)),
    reset: show(() => []),
    back() {
      const routes = stack.peek()
      if (routes.length > 1) keep(routes.slice(0, -1))
      else close()
    },
    close,
    clear,
    resolve(key, result) {
      const routes = stack.peek()
      const rest = routes.filter((route) => route.key !== key)
      if (rest.length < routes.length) keep(rest, result)
    },
    drop: (views) => keep(stack.peek().filter((route) => !views.some(({ name }) => name === route.view.name))),
  }
}

const unknownView = (view: AnyView): WalletModalError =>
  new WalletModalError(
    'UNKNOWN_VIEW',
    `No plugin registers the view "${String(view?.name)}".${process.env.NODE_ENV === 'production' ? '' : ' Add the plugin that provides it.'}`,
  )
