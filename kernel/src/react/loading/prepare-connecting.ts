import type { NamespaceAdapter } from '../../domain/connections/adapter.js'
import { whenIdle } from '../../page/idle.js'

/**
 * Loads the code that connects wallets, for each chain family with an installed wallet, one family after the other. The other families load their
 * code when the visitor chooses a wallet.
 */
export async function prepareConnecting(adapters: readonly NamespaceAdapter[], signal: AbortSignal): Promise<void> {
  for (const adapter of adapters) {
    if (!adapter.connectors.peek().some(({ isInstalled }) => isInstalled)) continue
    await new Promise<void>((resolve) => whenIdle(resolve, signal)) // never settles if `signal` is aborted
    await adapter.getReady()
  }
}
