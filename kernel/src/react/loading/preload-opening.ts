import type { UiDependencies } from '../../modal/ui-dependencies.js'
import type { AnyView } from '../../plugins/token.js'
import { preload } from './preload.js'
import { warmUp } from './warm-up.js'

/** Loads the default view before a click. Then waits for the wallet discovery (`wallets`) and renders the view invisibly. */
export async function preloadOpening(
  ui: UiDependencies,
  firstView: () => AnyView | undefined,
  wallets: readonly Promise<void>[],
): Promise<void> {
  const view = firstView()
  await Promise.all([preload(ui, view && [view]), ...wallets])
  warmUp(ui, firstView)
}
