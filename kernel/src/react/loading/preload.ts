import { connectGates, connectMethods } from '../../domain/slots.js'
import type { UiDependencies } from '../../modal/ui-dependencies.js'
import type { AnyView } from '../../plugins/token.js'
import { KERNEL } from '../../strings/catalogue.js'
import { viewEntry } from '../dialog/view-entry.js'
import { prepare } from './prepare.js'

/** Creates and loads everything a view needs, so that it opens in one frame. Failures are reported when the view is displayed. */
export async function preload(parts: UiDependencies, views: readonly AnyView[] = []): Promise<void> {
  if (parts.signal.aborted) return
  prepare(parts)
  const within = [...parts.slots.all(connectMethods).peek(), ...parts.slots.all(connectGates).peek()]
  const loads = [...views, ...within.map(({ view }) => view)].flatMap((view) => {
    const hosted = parts.host.view(view)
    return hosted ? [viewEntry(parts, hosted).settled()] : []
  })
  await Promise.allSettled([parts.messages.load(KERNEL), ...loads])
}

/** Preloads a view for the next frame. Does not wait for downloads: the first frame shows the parts that are loaded by then. */
export async function preloadBriefly(parts: UiDependencies, view: AnyView | undefined): Promise<void> {
  await Promise.race([preload(parts, view && [view]), new Promise((resolve) => setTimeout(resolve))])
}
