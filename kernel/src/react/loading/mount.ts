import { flushSync } from 'react-dom'
import type { Route } from '../../modal/router.js'
import type { UiParts } from '../../modal/ui-parts.js'
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
function followReturn({ connections, router }: UiParts, firstView: () => AnyView | undefined): () => void {
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
export function mount(parts: UiParts, firstView: false | (() => AnyView | undefined)): void {
  const { host, frame, shown, ahead, draw } = prepare(parts)
  let cancel = (): void => {}
  /** Some routers replace or empty `body`. An open dialog is then opened again. */
  const place = (): void => {
    const parent = document.body ?? document.documentElement
    for (const node of [parent, document.documentElement]) moves.observe(node, { childList: true })
    if (host.isConnected) return
    parent.append(host)
    if (!frame.dialog.open) return
    frame.dialog.open = false
    frame.dialog.showModal()
  }
  const moves = new MutationObserver(place)
  const follow = (route: Route | null): void => {
    place()
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
  const ends = [() => moves.disconnect()]
  if (host.shadowRoot) ends.push(catchHandlerErrors(host.shadowRoot))
  flushSync(() => ends.push(parts.router.current.subscribe(follow)))
  draw()
  if (firstView) ends.push(followReturn(parts, firstView))
  ends.push(afterPaint(() => void prepareConnecting(parts.connections.adapters.peek(), parts.signal)))
  parts.signal.addEventListener('abort', () => {
    cancel()
    for (const end of ends) end()
  })
}
