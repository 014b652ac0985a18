import type { ApiPromise } from '@polkadot/api'
import type { TransactionReview } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { disconnectAfterTests } from '../chain.test.fixtures.js'
import type { PolkadotCall } from '../contract.js'
import { encodeCalls } from './calls.js'
import { connectKusama, stranger } from './kusama.test.fixtures.js'

disconnectAfterTests()

const COIN = 10n ** 12n
const { signal } = new AbortController()
const remark: PolkadotCall = { pallet: 'System', method: 'remark', args: ['0x00'] }

const batchOf = (api: ApiPromise, method: string, calls: readonly PolkadotCall[]): PolkadotCall => ({
  ...{ pallet: 'Utility', method },
  args: [calls.map((one) => encodeCalls(api, [one]))],
})
const proxyOf = (api: ApiPromise, call: PolkadotCall): PolkadotCall => ({
  ...{ pallet: 'Proxy', method: 'proxy' },
  args: [stranger, null, encodeCalls(api, [call])],
})

/** Review of a call of an account, and of the stranger's if the call is a proxy call. Both have one coin. */
async function reviewOf(callOf: (api: ApiPromise, own: string) => PolkadotCall): Promise<TransactionReview> {
  const { api, draft, transactions } = await connectKusama({ own: COIN, receiver: { free: COIN, providers: 1 } })
  const { connection, network } = draft
  const calls = [callOf(api, connection.account.address)]
  const summarize = () => ({ type: 'custom', kind: 'test#group', title: 'Group' }) as const
  return (await transactions.prepare({ connection, network, calls, summarize }, signal)).review
}

const groupsIn = async (callOf: (api: ApiPromise) => PolkadotCall) =>
  (await reviewOf(callOf)).actions.filter(({ type }) => type === 'callGroup')

describe('the review of calls that contain other calls', () => {
  it.each(['batch_all', 'batch', 'force_batch'])(
    'shows that a failing proxied call does not fail the %s around the proxy call',
    async (method) => {
      const groups = await groupsIn((api) => batchOf(api, method, [proxyOf(api, remark), remark]))
      expect(groups.at(-1)).toEqual({
        ...{ type: 'callGroup', call: 'Proxy.proxy', calls: ['System.remark'] },
        ...{ account: stranger, onFailure: 'continue' },
      })
    },
  )

  it('shows the calls of an atomic batch that can fail without the transaction', async () => {
    const all = (api: ApiPromise) => batchOf(api, 'batch_all', [remark, remark])
    const listed = { type: 'callGroup', call: 'Utility.batch_all', calls: ['System.remark', 'System.remark'] }
    expect((await groupsIn((api) => batchOf(api, 'force_batch', [all(api), remark])))[1]).toEqual(listed)
    expect((await groupsIn((api) => proxyOf(api, all(api))))[1]).toEqual(listed)
    expect(await groupsIn((api) => batchOf(api, 'batch_all', [all(api), remark]))).toEqual([])
  })

  it('shows the coins that the account of a proxy call loses although a later transfer of the batch fails', async () => {
    const transferOf = (to: string, amount: bigint) => ({
      ...{ pallet: 'Balances', method: 'transfer_allow_death' },
      args: [to, amount],
    })
    const { extras } = await reviewOf((api, own) =>
      proxyOf(api, batchOf(api, 'force_batch', [transferOf(own, COIN - 5n), transferOf(own, COIN)])),
    )
    expect(extras).toEqual([{ code: 'lostByOther', amount: 5n }])
  })
})
