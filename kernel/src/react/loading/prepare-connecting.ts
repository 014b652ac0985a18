import type { NamespaceAdapter } from '../../domain/connections/adapter.js'
import { whenIdle } from '../../page/idle.js'

/**
 * Preloads the code for connecting, for the chain families that have an installed wallet. Loads one family at a time, so that a click waits for one
 * family at most. The code of other families is loaded when the visitor chooses one of their wallets.
 */
export async function prepareConnecting(adapters: readonly NamespaceAdapter[], signal: AbortSignal): Promise<void> {
  for (const adapter of adapters) {
    if (!adapter.connectors.peek().some(({ isInstalled }) => isInstalled)) continue
    await new Promise<void>((resolve) => whenIdle(resolve, signal)) // does not settle once aborted
    await adapter.getReady()
  }
}
