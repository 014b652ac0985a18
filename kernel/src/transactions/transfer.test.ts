import { expect, it } from 'vitest'
import type { AssetToken } from '../domain/assets/assets.js'
import type { SendDraft } from '../domain/assets/sending.js'
import type { TransactionRequest, TransactionReview } from './transactions.js'
import { prepareTransfer, transferOf } from './transfer.js'

const token: AssetToken = {
  assetId: 'x:1/slip44:0',
  caipNetworkId: 'x:1',
  name: 'Coin',
  symbol: 'COIN',
  decimals: 8,
}
const draftOf = (transactions: object | undefined) =>
  ({
    connection: { namespace: 'x', account: { address: 'me' }, adapter: { transactions } },
    network: { caipNetworkId: 'x:1' },
    ...{ token, receiver: 'friend', amount: 5n, speed: 'fast' },
  }) as unknown as SendDraft
const { signal } = new AbortController()

it("prepareTransfer requests the given calls and expects exactly the draft's transfer", async () => {
  const requests: TransactionRequest[] = []
  const prepare = async (request: TransactionRequest) => void requests.push(request)
  await prepareTransfer(draftOf({ prepare }), ['a call'], signal)
  const expected = { type: 'transfer', assetId: token.assetId, amount: 5n, from: 'me', to: 'friend' }
  expect(requests).toMatchObject([{ calls: ['a call'], expects: [expected], speed: 'fast' }])
  const review = { actions: [{ ...expected, amount: 4n }] } as unknown as TransactionReview
  expect(requests[0]?.summarize(review)).toEqual({ type: 'transfer', token, receiver: 'friend', amount: 4n })
})

it('prepareTransfer rejects if the chain family has no transactions', async () => {
  await expect(prepareTransfer(draftOf(undefined), [], signal)).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
})

it('transferOf throws unless a review has exactly one transfer', () => {
  const transfer = { type: 'transfer', assetId: token.assetId, amount: 5n, from: 'me', to: 'friend' }
  const reviewOf = (...actions: readonly object[]) => ({ actions }) as unknown as TransactionReview
  expect(transferOf(reviewOf(transfer))).toEqual(transfer)
  for (const review of [reviewOf(), reviewOf(transfer, transfer), reviewOf({ type: 'unknown' })])
    expect(() => transferOf(review)).toThrow('not a single transfer')
})
