import { connectGates, connectMethods } from '../../domain/slots.js'
import type { UiDependencies } from '../../modal/ui-dependencies.js'
import type { AnyView } from '../../plugins/token.js'
import { KERNEL } from '../../strings/catalogue.js'
import { viewEntry } from '../dialog/view-entry.js'
import { prepare } from './prepare.js'

/**
 * Creates the renderer. Loads the code and texts of `views` and of the views in `connectMethods` and `connectGates`. Failures are reported later,
 * when a view is displayed.
 */
export async function preload(ui: UiDependencies, views: readonly AnyView[] = []): Promise<void> {
  if (ui.signal.aborted) return
  prepare(ui)
  const nestedViews = [...ui.slots.all(connectMethods).peek(), ...ui.slots.all(connectGates).peek()]
  const loads = [...views, ...nestedViews.map(({ view }) => view)].flatMap((view) => {
    const hosted = ui.host.view(view)
    return hosted ? [viewEntry(ui, hosted).settled()] : []
  })
  await Promise.allSettled([ui.messages.load(KERNEL), ...loads])
}

/** Starts to preload a view. Waits until the next task of the event loop at most. */
export async function preloadBriefly(ui: UiDependencies, view: AnyView | undefined): Promise<void> {
  await Promise.race([preload(ui, view && [view]), new Promise((resolve) => setTimeout(resolve))])
}
