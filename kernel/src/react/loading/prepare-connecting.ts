import type { NamespaceAdapter } from '../../domain/connections/adapter.js'
import { whenIdle } from '../../page/idle.js'

/**
 * Loads the code for connecting of the chain families that have an installed wallet, one at a time, so that a click waits for one family at
 * most. The other families load theirs when one of their wallets is chosen.
 */
export async function prepareConnecting(adapters: readonly NamespaceAdapter[], signal: AbortSignal): Promise<void> {
  for (const adapter of adapters) {
    if (!adapter.connectors.peek().some(({ isInstalled }) => isInstalled)) continue
    await new Promise<void>((resolve) => whenIdle(resolve, signal)) // does not settle once aborted
    await adapter.getReady()
  }
}
