import type { NamespaceAdapter } from './domain/connections/adapter.js'
import { REMEMBERED } from './domain/connections/remembered.js'
import { connected, disconnected } from './domain/events.js'
import type { Context } from './plugins/plugin.js'
import { readWith } from './plugins/schema.js'

// An entry of its own for namespace plugins, fetched where a page seems to run in a wallet's own browser.

/** Set while a visitor who disconnected has not connected again. */
const DECLINED = 'declined'
/** How long a wallet may take to say that the site has its permission. */
export const ANSWER_MS = 1500

const flag = readWith((kept) => kept === true)
const anything = readWith((kept) => kept)

/**
 * Connects the wallet in whose browser the page runs: the only one there is, which has let the site in before. It is asked silently, so nobody
 * sees a prompt, and not at all where the visitor has disconnected here; one that was locked may come back. The plugin lists the storage keys
 * `connector` and `declined`.
 */
export async function connectInApp(ctx: Context, adapter: NamespaceAdapter): Promise<void> {
  ctx.on(disconnected, ({ namespace, lost }) => {
    if (namespace === adapter.namespace && !lost) ctx.storage.set(DECLINED, true)
  })
  ctx.on(connected, ({ namespace, restored }) => {
    if (namespace === adapter.namespace && !restored) ctx.storage.remove(DECLINED)
  })
  if (ctx.storage.get(DECLINED, flag) || ctx.storage.get(REMEMBERED, anything) !== null) return
  await adapter.discover()
  const wallets = adapter.connectors.peek().filter(({ isInstalled }) => isInstalled)
  const [wallet] = wallets
  if (!wallet || wallets.length > 1 || adapter.state.peek().status !== 'disconnected') return
  await adapter.connect(wallet, { silent: true, signal: AbortSignal.timeout(ANSWER_MS) })
}
