import { flushSync } from 'react-dom'
import type { Route } from '../../modal/router.js'
import type { UiDependencies } from '../../modal/ui-dependencies.js'
import type { AnyView } from '../../plugins/token.js'
import { afterPaint } from '../dialog/after-paint.js'
import { catchHandlerErrors } from '../dialog/handler-errors.js'
import { prepare } from './prepare.js'
import { prepareConnecting } from './prepare-connecting.js'

// biome-ignore lint/performance/noBarrelFile: the renderer is loaded late, through this module
export { preloadBriefly } from './preload.js'
export { preloadOpening } from './preload-opening.js'

/**
 * If a stored wallet reconnects while the default view is open or loading, opens the new default view. For example, the account then replaces the
 * wallet list.
 */
function replaceAfterReconnect(
  { connections, router }: UiDependencies,
  firstView: () => AnyView | undefined,
  first: AnyView | undefined,
): () => void {
  let isReconnecting = true
  return connections.status.subscribe((now) => {
    const next = firstView()
    const view = router.current.peek()?.view
    if (isReconnecting && now === 'connected' && view && view === first && next && next !== first)
      void router.reset(next)
    isReconnecting &&= now === 'reconnecting'
  })
}

/**
 * Mounts the renderer, which displays toasts and the router's current view until `ui.signal` is aborted. `firstView` returns the default view.
 * `first` is the default view at the time when this code began to load.
 */
export function mount(
  ui: UiDependencies,
  firstView: () => AnyView | undefined,
  first: AnyView | undefined = firstView(),
): void {
  const { host, frame, openRoute, nextRoute, draw } = prepare(ui)
  let cancel: (() => void) | undefined
  /**
   * Attaches the modal to the page. Runs again when the children of `body` or `html` change, because the site's router may have replaced or emptied
   * `body`. If the dialog was open, opens it again.
   */
  const attach = (): void => {
    const parent = document.body ?? document.documentElement
    for (const node of [parent, document.documentElement]) bodyObserver.observe(node, { childList: true })
    if (host.isConnected) return
    parent.append(host)
    if (!frame.dialog.open) return
    frame.dialog.open = false
    frame.dialog.showModal()
  }
  const bodyObserver = new MutationObserver(attach)
  const display = (route: Route | null): void => {
    attach()
    cancel?.()
    if (route) {
      openRoute.value = route
      nextRoute.value = null // only the first view is rendered in advance
      return
    }
    frame.hide()
    // unmounts the view after the browser has painted the page without the dialog
    cancel = afterPaint(() => {
      openRoute.value = null
    })
  }
  const unsubscribers = [() => bodyObserver.disconnect()]
  if (host.shadowRoot) unsubscribers.push(catchHandlerErrors(host.shadowRoot))
  flushSync(() => unsubscribers.push(ui.router.current.subscribe(display)))
  draw()
  unsubscribers.push(
    replaceAfterReconnect(ui, firstView, first),
    afterPaint(() => void prepareConnecting(ui.connections.adapters.peek(), ui.signal)),
  )
  ui.signal.addEventListener('abort', () => {
    cancel?.()
    for (const unsubscribe of unsubscribers) unsubscribe()
  })
}
