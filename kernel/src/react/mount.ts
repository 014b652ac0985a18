import { flushSync } from 'react-dom'
import { connectGates, connectMethods } from '../domain/slots.js'
import { whenIdle } from '../idle.js'
import type { Route } from '../router.js'
import { KERNEL } from '../strings/catalogue.js'
import type { AnyView } from '../token.js'
import type { UiParts } from '../ui-loader.js'
import { afterPaint } from './after-paint.js'
import { keepPersistentElements } from './persistent.js'
import { prepare } from './prepare.js'
import { viewEntry } from './view-entry.js'

/** Makes and fetches what views need, so that opening them draws everything in one frame. Failures are told when the view is shown. */
export async function preload(parts: UiParts, views: readonly AnyView[] = []): Promise<void> {
  if (parts.signal.aborted) return
  prepare(parts)
  const within = [...parts.slots.all(connectMethods).peek(), ...parts.slots.all(connectGates).peek()]
  const loads = [...views, ...within.map(({ view }) => view)].flatMap((view) => {
    const hosted = parts.host.view(view)
    return hosted ? [viewEntry(parts, hosted).settled()] : []
  })
  await Promise.allSettled([parts.messages.load(KERNEL), ...loads])
}

// biome-ignore lint/performance/noBarrelFile: all that draws is loaded late, through this one module
export { rehearse } from './rehearse.js'

/** Puts the interface into the page. It shows what the router says until `parts.signal` is aborted, which undoes everything. */
export function mount(parts: UiParts): void {
  const { host, persistent, frame, shown, ahead, draw } = prepare(parts)
  if (!host.isConnected) (document.body ?? document.documentElement).append(host)
  let cancel = (): void => {}
  const follow = (route: Route | null): void => {
    cancel()
    if (route) {
      shown.value = route
      ahead.value = null // only the first opening is foreseen
      return
    }
    frame.hide()
    // taken apart once the page without it is on the screen
    cancel = afterPaint(() => {
      shown.value = null
    })
  }
  const ends = [keepPersistentElements(parts, persistent)]
  flushSync(() => ends.push(parts.router.current.subscribe(follow)))
  draw()
  ends.push(
    afterPaint(() =>
      whenIdle(() => parts.connections.adapters.peek().map((adapter) => adapter.getReady()), parts.signal),
    ),
  )
  parts.signal.addEventListener('abort', () => {
    cancel()
    for (const end of ends) end()
  })
}
