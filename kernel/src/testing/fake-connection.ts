import type { NamespaceAdapter } from '../domain/connections/adapter.js'
import type { WalletConnection } from '../domain/connections/connections.js'
import { createNamespace } from '../domain/connections/namespace.js'
import { createTransactions } from '../transactions/create-transactions.js'
import type { Transactions } from '../transactions/transactions.js'
import { createFakeContext } from './fake-context.js'
import { createFakeDriver, createFakeNetwork, createFakeTransactionDriver } from './fake-namespace.js'
import { FakeWallet } from './fake-wallet.js'

/** Replacements for fields of a {@link WalletConnection}, and for members of its adapter and of the adapter's `transactions`. */
export type FakeConnectionChanges = Partial<Omit<WalletConnection, 'adapter'>> & {
  readonly adapter?: Partial<Omit<NamespaceAdapter, 'transactions'>> & { readonly transactions?: Partial<Transactions> }
}

/** Connection whose adapter supports transactions. */
export type FakeConnection = WalletConnection & { readonly adapter: { readonly transactions: Transactions } }

/**
 * Connection of a {@link FakeWallet}, for tests of a single function. `changes` replaces fields. The default namespace and network match
 * `caipNetworkId`; the default account is the first of `accounts`. The adapter has no connections. Prefer a connection of `createFakeNamespace`.
 */
export function createFakeConnection(changes: FakeConnectionChanges = {}): FakeConnection {
  const caipNetworkId = changes.caipNetworkId ?? changes.network?.caipNetworkId ?? 'fake:1'
  const network = createFakeNetwork(caipNetworkId)
  const { namespace = network.namespace, accounts = [] } = changes
  const account = changes.account ?? accounts[0] ?? { address: 'fake-1', type: 'eoa' }
  const ctx = createFakeContext({ provide: () => undefined })
  const adapter = createNamespace(ctx, namespace, { driver: async () => createFakeDriver(namespace) })
  const transactions = createTransactions(ctx, createFakeTransactionDriver(namespace))
  const { connector, provider } = new FakeWallet({ caipNetworkId })
  return {
    ...{ status: 'connected', connectorId: connector.id, connectorName: connector.name, provider },
    ...{ namespace, caipNetworkId, network, account, accounts: [account], isActive: true },
    ...changes,
    adapter: { ...adapter, ...changes.adapter, transactions: { ...transactions, ...changes.adapter?.transactions } },
  }
}
