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
 * Replaces the default view, such as the wallet list, with the new default view, such as the account, if a stored wallet reconnects while the default
 * view is open or its code is loading.
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
 * Mounts the renderer. It displays toasts and the router's current view until `ui.signal` is aborted. The modal is then removed from the page.
 * `firstView` returns the view that the modal opens with by default; `first` is its result when the loading of this code began.
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
    // unmounts the view after the page without the dialog is painted
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
