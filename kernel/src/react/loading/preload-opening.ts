import type { UiDependencies } from '../../modal/ui-dependencies.js'
import type { AnyView } from '../../plugins/token.js'
import { preload } from './preload.js'
import { rehearse } from './rehearse.js'

/** Preloads the opening view ahead of a click, after `wallets` were discovered, and renders it once outside of the page. */
export async function preloadOpening(
  parts: UiDependencies,
  firstView: () => AnyView | undefined,
  wallets: readonly Promise<void>[],
): Promise<void> {
  const view = firstView()
  await Promise.all([preload(parts, view && [view]), ...wallets])
  rehearse(parts, firstView)
}
