import { fail } from '../errors/errors.js'
import type { TransactionRequest } from './transactions.js'

/**
 * Throws `CHANGED_MEANWHILE` unless the request's wallet is still its namespace's active one, with the same account, on the same network. Call it
 * immediately before the wallet request, and again after every await in between.
 */
export function assertUnchanged({ connection, network }: Pick<TransactionRequest, 'connection' | 'network'>): void {
  const { adapter, connectorId, provider, account } = connection
  const [now] = adapter.connections.peek() // the active one comes first
  const isSame =
    now?.connectorId === connectorId &&
    now.provider === provider &&
    now.account.address === account.address &&
    now.caipNetworkId === network.caipNetworkId
  if (!isSame)
    fail(
      'CHANGED_MEANWHILE',
      `The wallet is no longer on ${network.name} with ${account.address}. Nothing was sent. Review the transaction again.`,
    )
}
