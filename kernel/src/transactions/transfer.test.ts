import { expect, it } from 'vitest'
import type { AssetToken } from '../domain/assets/assets.js'
import type { SendDraft } from '../domain/assets/sending.js'
import type { WalletConnection } from '../domain/connections/connections.js'
import { createFakeConnection } from '../testing/fake-connection.js'
import { createFakeNetwork } from '../testing/fake-namespace.js'
import type { Action, TransferAction } from './actions.js'
import type { PreparedTransaction, TransactionRequest, TransactionReview, Transactions } from './transactions.js'
import { prepareTransfer, transferOf } from './transfer.js'

const token: AssetToken = {
  assetId: 'x:1/slip44:0',
  caipNetworkId: 'x:1',
  name: 'Coin',
  symbol: 'COIN',
  decimals: 8,
}
const connectionWith = (transactions: Partial<Transactions> = {}): WalletConnection =>
  createFakeConnection({
    ...{ caipNetworkId: 'x:1', account: { address: 'me', type: 'eoa' } },
    adapter: { transactions },
  })
const draftOf = (connection: WalletConnection): SendDraft => ({
  ...{ connection, network: createFakeNetwork('x:1'), token, receiver: 'friend', amount: 5n, speed: 'fast' },
})
const transfer: TransferAction = { type: 'transfer', assetId: token.assetId, amount: 5n, from: 'me', to: 'friend' }
const reviewOf = (...actions: readonly Action[]): TransactionReview => ({
  ...{ from: 'me', caipNetworkId: 'x:1', actions, balanceChanges: 'unavailable' },
  ...{ fee: 0n, extras: [], call: 'pay', payload: '' },
})
const { signal } = new AbortController()

it("prepareTransfer requests the given calls and expects exactly the draft's transfer", async () => {
  const requests: TransactionRequest[] = []
  const prepared: PreparedTransaction = { review: reviewOf(transfer), submit: async () => ({ status: 'rejected' }) }
  const connection = connectionWith({
    async prepare(request) {
      requests.push(request)
      return prepared
    },
  })
  expect(await prepareTransfer(draftOf(connection), ['a call'], signal)).toBe(prepared)
  expect(requests).toMatchObject([{ calls: ['a call'], expects: [transfer], speed: 'fast' }])
  expect(requests[0]?.summarize(reviewOf({ ...transfer, amount: 4n }))).toEqual({
    type: 'transfer',
    token,
    receiver: 'friend',
    amount: 4n,
  })
})

it('prepareTransfer rejects if the chain family has no transactions', async () => {
  const { adapter, ...connection } = connectionWith()
  const draft = draftOf({ ...connection, adapter: { ...adapter, transactions: undefined } })
  await expect(prepareTransfer(draft, [], signal)).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
})

it('transferOf throws unless a review has exactly one transfer', () => {
  expect(transferOf(reviewOf(transfer))).toEqual(transfer)
  for (const review of [
    reviewOf(),
    reviewOf(transfer, transfer),
    reviewOf({ type: 'unknown', target: 'contract', call: '0x' }),
  ])
    expect(() => transferOf(review)).toThrow('not a single transfer')
})
