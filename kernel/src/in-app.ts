import type { NamespaceAdapter } from './domain/connections/adapter.js'
import { WALLETS_KEY } from './domain/connections/storage/stored-wallets.js'
import { connected, disconnected } from './domain/events.js'
import type { Context } from './plugins/plugin.js'
import { readWith } from './plugins/schema.js'

// Separate entry point: plugins of chain families import it if the page seems to run in a wallet's in-app browser.

/** Storage key of a flag: the visitor disconnected. Removed on the next connect. */
const DISCONNECTED_BY_VISITOR = 'declined'
/** Time limit of the silent connect request, in milliseconds. */
export const REPLY_TIMEOUT_MS = 1500

const flag = readWith((value) => value === true)
const anyValue = readWith((value) => value)

/**
 * In a wallet's in-app browser, connects that wallet if it is the only installed one and has authorized the site before. Never prompts. Does not
 * connect if a wallet is stored or if the visitor disconnected after the last connect. Stores each later disconnect by the visitor. Rejects with the
 * errors of {@link NamespaceAdapter.connect}. The plugin must list the storage keys `connector` and `declined`.
 */
export async function connectInApp(ctx: Context, adapter: NamespaceAdapter): Promise<void> {
  ctx.on(disconnected, ({ namespace, lost }) => {
    if (namespace === adapter.namespace && !lost) ctx.storage.set(DISCONNECTED_BY_VISITOR, true)
  })
  ctx.on(connected, ({ namespace, restored }) => {
    if (namespace === adapter.namespace && !restored) ctx.storage.remove(DISCONNECTED_BY_VISITOR)
  })
  if (ctx.storage.get(DISCONNECTED_BY_VISITOR, flag) || ctx.storage.get(WALLETS_KEY, anyValue) !== null) return
  await adapter.discover()
  const wallets = adapter.connectors.peek().filter(({ isInstalled }) => isInstalled)
  const [wallet] = wallets
  if (!wallet || wallets.length > 1 || adapter.state.peek().status !== 'disconnected') return
  await adapter.connect(wallet, { silent: true, signal: AbortSignal.timeout(REPLY_TIMEOUT_MS) })
}
