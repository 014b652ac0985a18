import { expect, it } from 'vitest'
import { createWalletModal } from '../modal/modal.js'
import { definePlugin } from '../plugins/plugin.js'
import { createFakeNamespace } from '../testing/fake-namespace.js'
import { createTransactions } from './create-transactions.js'
import type { BuiltTransaction, TransactionDriver } from './driver.js'
import type { TransactionRequest } from './transactions.js'

const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  permissions: { storage: ['transactions', 'submissions'] },
  setup: (ctx) => ctx,
})

/** Driver that sends nothing; the status is `confirmed` at once. */
const driver: TransactionDriver = {
  namespace: 'fake',
  speeds: [],
  build: async ({ connection, network }): Promise<BuiltTransaction> => ({
    ...{ from: connection.account.address, caipNetworkId: network.caipNetworkId, call: 'pay', payload: 'bytes' },
    ...{ balanceChanges: 'unavailable', fee: 5n, extras: [], contents: [] },
    currentPayload: () => 'bytes',
    send: async () => ({ status: 'sent', hash: '0xabc' }),
  }),
  status: async () => 'confirmed',
}

it('a transaction is sent and tracked outside of browsers, as in a Node script', async () => {
  expect([typeof navigator, typeof document]).toEqual(['undefined', 'undefined'])
  const fake = createFakeNamespace()
  using modal = createWalletModal({
    plugins: [fake.plugin(), host()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  const ctx = modal.use(host)
  await modal.connections.connect(fake.wallet.connector)
  const connection = modal.connections.active.value
  if (!ctx || !connection?.network) throw new Error('not connected')
  const transactions = createTransactions(ctx, driver)
  const request: TransactionRequest = {
    ...{ connection, network: connection.network, calls: ['pay'] },
    summarize: () => ({ type: 'custom', kind: 'test#pay', title: 'Pay' }),
  }
  const { submit } = await transactions.prepare(request, new AbortController().signal)
  const outcome = await submit()
  if (outcome.status !== 'sent') throw new Error(outcome.status)
  const status = await transactions.track(outcome.sent)
  await expect.poll(() => status.value).toBe('confirmed')
})
