import { changedMeanwhile } from './errors.js'
import type { TransactionRequest } from './transactions.js'

/**
 * Throws `CHANGED_MEANWHILE` unless the request's wallet is still the active one of its namespace, with the same account, on the same network. Call
 * it immediately before the wallet request. If an `await` follows, call it again after the `await`.
 */
export function assertUnchanged({ connection, network }: Pick<TransactionRequest, 'connection' | 'network'>): void {
  const { adapter, connectorId, provider, account } = connection
  const [active] = adapter.connections.peek() // the active connection comes first
  const isSame =
    active?.connectorId === connectorId &&
    active.provider === provider &&
    active.account.address === account.address &&
    active.caipNetworkId === network.caipNetworkId
  if (!isSame)
    throw changedMeanwhile(
      `The wallet, account or network is no longer the one of this review (${account.address} on ${network.name}).`,
    )
}
