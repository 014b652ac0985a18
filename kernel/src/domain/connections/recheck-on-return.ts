import type { Context } from '../../plugins/plugin.js'
import { batch, type ReadonlySignal } from '../../signals.js'
import type { NamespaceDriver } from './adapter.js'
import type { NamespaceConnections, NamespaceState } from './connection.js'
import type { WalletEventHandler } from './wallet-watch.js'

interface RecheckOptions {
  readonly state: ReadonlySignal<NamespaceState>
  readonly connections: NamespaceConnections
  readonly eventHandler: WalletEventHandler
}

/**
 * Reads connected wallets again after the page was restored from the back/forward cache, where it missed their events. Shows no prompt. A wallet that
 * does not respond or reports no account stays connected, because it may still be starting.
 */
export function recheckOnReturn<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  { state, connections, eventHandler }: RecheckOptions,
): void {
  const { abortSignal: signal, log } = ctx
  const recheck = async (connectorId: string): Promise<void> => {
    const before = connections.find(connectorId)
    if (!before) return
    const { caipNetworkId } = before
    const handshake = await driver.connect(driver.parseProvider(before.provider), {
      silent: true,
      signal,
      caipNetworkId,
    })
    const isUnchanged = (): boolean => !signal.aborted && connections.find(connectorId) === before
    if (!handshake?.accounts.length || !isUnchanged()) return // an event that was received meanwhile is newer than this reply
    // in one batch, so that a new address is never displayed with the old network
    batch(() => {
      eventHandler.accounts(before, handshake.accounts)
      if (handshake.caipNetworkId !== caipNetworkId) eventHandler.network(before, handshake.caipNetworkId)
    })
  }
  const recheckAll = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    for (const { connectorId } of state.peek().connections)
      recheck(connectorId).catch((error: unknown) => log.info(error))
  }
  globalThis.addEventListener?.('pageshow', recheckAll, { signal })
}
