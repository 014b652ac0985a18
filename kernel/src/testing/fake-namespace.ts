import type { NamespaceAdapter, NamespaceDriver } from '../domain/connections/adapter.js'
import { createNamespace } from '../domain/connections/namespace.js'
import type { Network } from '../domain/network.js'
import { connectors, namespace, transactions } from '../domain/slots.js'
import { WalletModalError } from '../errors/errors.js'
import { definePlugin, type Plugin } from '../plugins/plugin.js'
import type { TransferAction } from '../transactions/actions.js'
import { createTransactions } from '../transactions/create-transactions.js'
import type { TransactionDriver } from '../transactions/driver.js'
import { type FakeProvider, FakeRejection, FakeWallet } from './fake-wallet.js'

export interface FakeNamespace {
  readonly name: string
  readonly networks: readonly [Network, Network]
  readonly wallet: FakeWallet
  readonly other: FakeWallet
  /** Plugin that adds the namespace and both wallets. `modal.use` returns the adapter. */
  readonly plugin: Plugin<object, NamespaceAdapter>
}

const isFakeProvider = (value: unknown): value is FakeProvider =>
  typeof value === 'object' && value !== null && 'listen' in value

/** Driver of the chain family of fake wallets. */
export function createFakeDriver(name: string): NamespaceDriver<FakeProvider> {
  return {
    namespace: name,
    parseProvider: (provider) => {
      if (isFakeProvider(provider)) return provider
      throw new WalletModalError('INVALID_DATA', 'That is not a fake wallet.')
    },
    connect: (provider, { silent }) => provider.request(silent),
    watch: (provider, listener) => provider.listen(listener),
    switchNetwork: (provider, network) => provider.switchNetwork(network.caipNetworkId),
    revoke: (provider) => provider.revoke(),
    signMessage: (provider, _account, message) => provider.sign(message),
    balance: async () => 10n ** 18n,
    parseAddress: async (text) => {
      if (text.startsWith('fake-')) return text
      throw new WalletModalError('INVALID_ARGUMENT', 'That is not a fake address.')
    },
    isRejection: (error) => error instanceof FakeRejection,
  }
}

interface FakeNamespaceOptions extends Pick<NamespaceAdapter, 'title' | 'isIndexed'> {
  /** Overrides members of {@link createFakeTransactionDriver}. */
  readonly transactions?: Partial<TransactionDriver>
}

/** Driver whose transactions are submitted at once with the hash `0xabc` and stay pending. Calls are {@link TransferAction}s. */
export function createFakeTransactionDriver(namespace: string): TransactionDriver {
  return {
    namespace,
    speeds: [],
    async build({ connection, network, calls }) {
      const from = connection.account.address
      const contents = calls.map((call): TransferAction => Object.freeze({ ...Object(call), type: 'transfer', from }))
      const payload = contents.map(({ to, amount }) => `pay ${to} ${amount}`).join('\n')
      return {
        ...{ from, caipNetworkId: network.caipNetworkId, contents, balanceChanges: 'unavailable' },
        ...{ fee: 5n, extras: [], call: 'pay', payload },
        currentPayload: () => payload,
        send: async () => ({ status: 'sent', hash: '0xabc' }),
      }
    },
    status: async () => 'pending',
  }
}

/** Network with this CAIP-2 id, a coin with 18 decimals and no RPC URL. `changes` replaces fields. */
export function createFakeNetwork(caipNetworkId: string, changes: Partial<Network> = {}): Network {
  const [namespace = '', reference = ''] = caipNetworkId.split(':')
  return {
    ...{ caipNetworkId, namespace, reference, name: `${namespace} ${reference}`, rpcUrls: [] },
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    ...changes,
  }
}

/** Namespace with two networks and two wallets that a test controls. */
export function createFakeNamespace(
  name = 'fake',
  { transactions: driver, ...options }: FakeNamespaceOptions = {},
): FakeNamespace {
  const caipNetworkId = `${name}:1`
  const wallet = new FakeWallet({
    id: `${name}-wallet`,
    name: `${name} wallet`,
    caipNetworkId,
    addresses: ['fake-1', 'fake-2'],
  })
  const other = new FakeWallet({ id: `${name}-other`, name: `${name} other`, caipNetworkId, addresses: ['fake-3'] })
  const plugin = definePlugin<object, NamespaceAdapter>({
    name: `fake-${name}`,
    kernel: '^0.1',
    provides: [namespace(name), transactions(name)],
    permissions: { storage: ['connector', 'transactions', 'submissions'] },
    setup(ctx) {
      ctx.add(connectors, wallet.connector)
      ctx.add(connectors, other.connector)
      const transactionDriver = { ...createFakeTransactionDriver(name), ...driver }
      return createNamespace(ctx, name, {
        ...options,
        driver: async () => createFakeDriver(name),
        transactions: {
          speeds: transactionDriver.speeds,
          load: async () => createTransactions(ctx, transactionDriver),
        },
      })
    },
  })
  return { name, networks: [createFakeNetwork(caipNetworkId), createFakeNetwork(`${name}:2`)], wallet, other, plugin }
}
