import { flushSync } from 'react-dom'
import { connectGates, connectMethods } from '../domain/slots.js'
import { KERNEL } from '../strings/catalogue.js'
import type { AnyView } from '../token.js'
import type { UiParts } from '../ui-loader.js'
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
  const { host, persistent, isMounted, ahead } = prepare(parts)
  const page = document.body ?? document.documentElement
  if (!host.isConnected) page.append(host)
  const ends = [
    keepPersistentElements(parts, persistent),
    parts.router.current.subscribe((route) => {
      if (route) ahead.value = null // only the first opening is foreseen
    }),
  ]
  parts.signal.addEventListener('abort', () => {
    for (const end of ends) end()
  })
  flushSync(() => {
    isMounted.value = true
  })
}
