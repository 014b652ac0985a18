import type { Context } from '../../plugins/plugin.js'
import { batch, type ReadonlySignal } from '../../signals.js'
import type { NamespaceDriver } from './adapter.js'
import type { Connection, NamespaceState } from './connection.js'
import type { WalletEventHandler } from './wallet-watch.js'

interface RecheckOptions {
  readonly state: ReadonlySignal<NamespaceState>
  readonly connection: Connection
  readonly eventHandler: WalletEventHandler
}

/**
 * Reads wallets again after a page was restored from the back/forward cache, in which it missed their events. Shows no prompt. A wallet that does not
 * respond may still be starting: it stays connected.
 */
export function recheckOnReturn<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  { state, connection, eventHandler }: RecheckOptions,
): void {
  const { abortSignal: signal, log } = ctx
  const recheck = async (connectorId: string): Promise<void> => {
    const before = connection.find(connectorId)
    if (!before) return
    const { caipNetworkId } = before
    const found = await driver.connect(driver.parseProvider(before.provider), { silent: true, signal, caipNetworkId })
    const isSame = (): boolean => !signal.aborted && connection.find(connectorId) === before
    if (!found?.accounts.length || !isSame()) return // events received meanwhile are newer
    // synchronously, so that an address is never displayed with another network
    batch(() => {
      eventHandler.accounts(before, found.accounts)
      if (found.caipNetworkId !== caipNetworkId) eventHandler.network(before, found.caipNetworkId)
    })
  }
  const lookAtAll = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    for (const { connectorId } of state.peek().live) recheck(connectorId).catch((error: unknown) => log.info(error))
  }
  globalThis.addEventListener?.('pageshow', lookAtAll, { signal })
}
