import { flushSync } from 'react-dom'
import type { Route } from '../../modal/router.js'
import type { UiDependencies } from '../../modal/ui-dependencies.js'
import type { AnyView } from '../../plugins/token.js'
import { afterPaint } from '../dialog/after-paint.js'
import { catchHandlerErrors } from '../dialog/handler-errors.js'
import { prepare } from './prepare.js'
import { prepareConnecting } from './prepare-connecting.js'

// biome-ignore lint/performance/noBarrelFile: all that draws is loaded late, through this one module
export { preloadBriefly } from './preload.js'
export { preloadOpening } from './preload-opening.js'

/**
 * If a wallet of an earlier visit is reconnected after the click, the opening view changes: the account replaces the list of wallets, if that is
 * still displayed.
 */
function followReturn({ connections, router }: UiDependencies, firstView: () => AnyView | undefined): () => void {
  const first = router.current.peek()?.view
  let isReturning = true
  return connections.status.subscribe((now) => {
    const next = firstView()
    if (isReturning && now === 'connected' && next && next !== first && router.current.peek()?.view === first)
      void router.reset(next)
    isReturning &&= now === 'reconnecting'
  })
}

/**
 * Mounts the interface. It follows the router until `parts.signal` is aborted, which removes everything. `firstView` is set if the modal chose the
 * view itself.
 */
export function mount(parts: UiDependencies, firstView: false | (() => AnyView | undefined)): void {
  const { host, frame, shown, ahead, draw } = prepare(parts)
  let cancel = (): void => {}
  /** Attaches the modal to the page, again if a router has replaced or emptied `body`. An open dialog is then opened again. */
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
  const follow = (route: Route | null): void => {
    attach()
    cancel()
    if (route) {
      shown.value = route
      ahead.value = null // only the first opening is predicted
      return
    }
    frame.hide()
    // unmounted after the page without it is painted
    cancel = afterPaint(() => {
      shown.value = null
    })
  }
  const unsubscribers = [() => bodyObserver.disconnect()]
  if (host.shadowRoot) unsubscribers.push(catchHandlerErrors(host.shadowRoot))
  flushSync(() => unsubscribers.push(parts.router.current.subscribe(follow)))
  draw()
  if (firstView) unsubscribers.push(followReturn(parts, firstView))
  unsubscribers.push(afterPaint(() => void prepareConnecting(parts.connections.adapters.peek(), parts.signal)))
  parts.signal.addEventListener('abort', () => {
    cancel()
    for (const end of unsubscribers) end()
  })
}
