import { WalletModalError } from '../errors/errors.js'
import type { AnyView, Payload, View } from '../plugins/token.js'
import { derived, type ReadonlySignal, signal } from '../signals.js'

/** Open view. */
export interface Route {
  /** Changes each time a view is opened, so that React mounts the view again. */
  readonly key: number
  readonly view: AnyView
  readonly params: unknown
}

/** Stack of open views. */
export interface Router {
  /** Displayed view; `null` while the modal is closed. */
  readonly current: ReadonlySignal<Route | null>
  /** Number of views below the current one. */
  readonly depth: ReadonlySignal<number>
  /**
   * Opens a view above the current one. Resolves with the result of the view, or with `undefined` if the visitor leaves the view without a result.
   * Rejects with `UNKNOWN_VIEW`.
   */
  push<P, R>(view: View<P, R>, ...params: Payload<P>): Promise<R | undefined>
  /** Replaces the current view. Resolves and rejects like `push`. */
  replace<P, R>(view: View<P, R>, ...params: Payload<P>): Promise<R | undefined>
  /** Closes all views and opens this one. Resolves and rejects like `push`. */
  reset<P, R>(view: View<P, R>, ...params: Payload<P>): Promise<R | undefined>
  /** Leaves the current view. If it is the last one, closes the modal like `close`. */
  back(): void
  /** Closes the modal. Returns `false` if a close guard refused. */
  close(): boolean
}

export interface RouterControls extends Router {
  /** Closes the modal without calling the close guards. */
  clear(): void
  /** Closes the view with this route key and resolves its promise with `result`. */
  resolve(key: number, result: unknown): void
  /** Closes all routes of these views, because their plugin was disabled. */
  drop(views: readonly AnyView[]): void
}

/**
 * Creates the stack of open views. The promise of each opened view resolves exactly once: with the result of the view, or with `undefined` if the
 * view closes without a result. `mayClose` returns false while a close guard refuses. `close` then calls `onRefused`.
 */
export function createRouter(
  isRegistered: (view: AnyView) => boolean,
  mayClose: () => boolean,
  onRefused: () => void,
): RouterControls {
  const stack = signal<readonly Route[]>([])
  // not stored in the routes, because every plugin can read routes
  const resolvers = new Map<number, (result: unknown) => void>()
  let lastKey = 0

  const setRoutes = (routes: readonly Route[], result?: unknown): void => {
    const removed = stack.peek().filter((route) => !routes.includes(route))
    stack.value = routes
    for (const { key } of removed.reverse()) {
      const resolveView = resolvers.get(key)
      resolvers.delete(key)
      resolveView?.(result)
    }
  }
  const opener =
    (below: () => readonly Route[]) =>
    <R>(view: AnyView, ...[params]: readonly unknown[]): Promise<R | undefined> =>
      new Promise((resolve, reject) => {
        if (view?.kind !== 'view' || !isRegistered(view)) {
          reject(unknownView(view))
          return
        }
        const key = ++lastKey
        resolvers.set(key, (result) => resolve(result as R | undefined))
        setRoutes([...below(), Object.freeze({ key, view, params })])
      })
  const clear = (): void => setRoutes([])
  const close = (): boolean => {
    const isAllowed = stack.peek().length === 0 || mayClose()
    if (isAllowed) clear()
    else onRefused()
    return isAllowed
  }
  return {
    current: derived(() => stack.value.at(-1) ?? null),
    depth: derived(() => Math.max(0, stack.value.length - 1)),
    push: opener(() => stack.peek()),
    replace: opener(() => stack.peek().slice(0, -1)),
    reset: opener(() => []),
    back() {
      const routes = stack.peek()
      if (routes.length > 1) setRoutes(routes.slice(0, -1))
      else close()
    },
    close,
    clear,
    resolve(key, result) {
      const routes = stack.peek()
      const remaining = routes.filter((route) => route.key !== key)
      if (remaining.length < routes.length) setRoutes(remaining, result)
    },
    drop: (views) => setRoutes(stack.peek().filter((route) => !views.some(({ name }) => name === route.view.name))),
  }
}

const unknownView = (view: AnyView): WalletModalError =>
  new WalletModalError(
    'UNKNOWN_VIEW',
    `No plugin registers the view "${String(view?.name)}".${process.env.NODE_ENV === 'production' ? '' : ' Add the plugin that provides it.'}`,
  )
