import { changedMeanwhile } from './errors.js'
import type { TransactionRequest } from './transactions.js'

/**
 * Throws `CHANGED_MEANWHILE` if the active wallet, its account or its network differs from the request. Call it immediately before the wallet
 * request, and again after each `await`.
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
