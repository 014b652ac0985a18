import type {
  SendDraft,
  TransactionDecoder,
  TransactionPolicy,
  TransactionRequest,
  TransactionReview,
} from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { disconnectAfterTests } from '../chain.test.fixtures.js'
import type { PolkadotCall } from '../contract.js'
import { encodeCalls } from './calls.js'
import { connectKusama, DEPOSIT, FEE, stranger } from './kusama.test.fixtures.js'

disconnectAfterTests()

const COIN = 10n ** 12n
const { signal } = new AbortController()
const accounts = { own: 2n * COIN, receiver: { free: COIN, providers: 1 } }
const remark: PolkadotCall = { pallet: 'System', method: 'remark', args: ['0x68656c6c6f'] }
const pay = (amount: bigint, method = 'transfer_keep_alive'): PolkadotCall => ({
  ...{ pallet: 'Balances', method },
  args: [stranger, amount],
})
const unknown = { type: 'unknown', target: 'System', call: 'System.remark' }

const requestOf = (
  { connection, network }: SendDraft,
  calls: readonly PolkadotCall[],
  more: Partial<TransactionRequest<PolkadotCall>> = {},
): TransactionRequest<PolkadotCall> => ({
  ...{ connection, network, calls },
  summarize: () => ({ type: 'custom', kind: 'test#remark', title: 'Remark' }),
  ...more,
})

describe('a call that the plugin itself does not decode', () => {
  it('is shown as unknown, given by name or as bytes, and is submitted as in the review', async () => {
    const { api, draft, transactions, sent } = await connectKusama(accounts)
    for (const call of [remark, '0x00001468656c6c6f'] as const) {
      const { review, submit } = await transactions.prepare(requestOf(draft, [call]), signal)
      expect(review).toMatchObject({ actions: [unknown], call: 'System.remark', extras: [] })
      expect(review).toMatchObject({ balanceChanges: 'unavailable', fee: FEE + FEE / 100n })
      expect(await submit()).toMatchObject({ status: 'sent', sent: { type: 'custom', kind: 'test#remark' } })
      const extrinsic = api.registry.createType('Extrinsic', sent.at(-1) ?? '')
      expect(extrinsic.method.toHex()).toBe('0x00001468656c6c6f')
    }
    expect(sent).toHaveLength(2)
  })

  it('is shown as the action of a contributed decoder', async () => {
    const facts = [{ label: 'Text', value: 'hello' }]
    const decoder: TransactionDecoder = {
      namespace: 'polkadot',
      decode(call) {
        const { pallet, method, args, encoded } = Object(call)
        const isHello = encoded === '0x00001468656c6c6f' && args[0] === '0x68656c6c6f'
        return `${pallet}.${method}` === 'System.remark' && isHello
          ? { type: 'custom', kind: 'test#remark', title: 'Remark', facts, target: 'System' }
          : undefined
      },
    }
    const { draft, transactions } = await connectKusama({ ...accounts, decoder })
    const calls = [remark, { ...remark, args: ['0x00'] }]
    const { review } = await transactions.prepare(requestOf(draft, calls), signal)
    expect(review.actions).toMatchObject([{ type: 'custom', facts }, unknown])
  })

  it('is rejected by a policy, alone, in each kind of batch and in a proxy call, before the wallet shows a prompt', async () => {
    const policy: TransactionPolicy = ({ actions }) =>
      actions.some(({ type }) => type === 'unknown') ? 'This site allows no unknown calls.' : undefined
    const { api, draft, transactions, signed } = await connectKusama({ ...accounts, policy })
    const notAtomic = ['batch', 'force_batch'].map((method) => [
      { pallet: 'Utility', method, args: [[encodeCalls(api, [pay(COIN)]), encodeCalls(api, [remark])]] },
    ])
    const proxy = { pallet: 'Proxy', method: 'proxy', args: [stranger, null, encodeCalls(api, [remark])] }
    for (const calls of [[remark], [pay(COIN), remark], ...notAtomic, [proxy]])
      await expect(transactions.prepare(requestOf(draft, calls), signal)).rejects.toMatchObject({
        code: 'REFUSED',
        message: 'This site allows no unknown calls. Nothing was sent.',
      })
    expect(signed).toEqual([])
    await expect(transactions.prepare(requestOf(draft, [pay(COIN)]), signal)).resolves.toBeDefined()
  })
})

describe('several Polkadot calls', () => {
  it('are one batch, which is rejected if its transfers differ from the expected ones', async () => {
    const { draft, transactions } = await connectKusama(accounts)
    expect(await transactions.supportsBatch(draft.connection, draft.network)).toBe(true)
    const { token, connection, network } = draft
    const transfer = {
      type: 'transfer',
      from: connection.account.address,
      to: stranger,
      assetId: token.assetId,
    } as const
    const expects = [1n, 2n].map((coins) => ({ ...transfer, amount: coins * (COIN / 4n) }))
    const prepare = (calls: readonly PolkadotCall[]) =>
      transactions.prepare(requestOf(draft, calls, { expects }), signal)
    const { review } = await prepare([pay(COIN / 4n), pay(COIN / 2n)])
    expect(review).toMatchObject({ actions: expects, extras: [{ code: 'reserve', amount: DEPOSIT }] })
    expect(review).toMatchObject({ from: transfer.from, caipNetworkId: network.caipNetworkId })
    for (const calls of [[pay(COIN / 4n)], [pay(COIN / 2n), pay(COIN / 4n)], [pay(COIN / 4n), pay(COIN / 2n), remark]])
      await expect(prepare(calls)).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it('cannot transfer more in total than the balance minus fee and existential deposit', async () => {
    const { draft, transactions } = await connectKusama(accounts)
    const most = accounts.own - DEPOSIT - FEE
    const prepare = (...calls: readonly PolkadotCall[]) => transactions.prepare(requestOf(draft, calls), signal)
    await expect(prepare(pay(COIN), pay(most - COIN))).resolves.toBeDefined()
    await expect(prepare(pay(COIN), pay(most - COIN + 1n))).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })
})

describe('a transfer_allow_death call', () => {
  const own = accounts.own
  const extrasOf = async (
    calls: (draft: SendDraft) => readonly PolkadotCall[],
  ): Promise<TransactionReview['extras']> => {
    const { draft, transactions } = await connectKusama(accounts)
    return (await transactions.prepare(requestOf(draft, calls(draft)), signal)).review.extras
  }
  const reaping = (amount: bigint): PolkadotCall => pay(amount, 'transfer_allow_death')

  it('may also spend the existential deposit, and shows no reserve', async () => {
    const { draft, transactions } = await connectKusama(accounts)
    const prepare = (amount: bigint) => transactions.prepare(requestOf(draft, [reaping(amount)]), signal)
    expect((await prepare(own - FEE)).review.extras).toEqual([])
    await expect(prepare(own - FEE + 1n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })

  it('shows the rest as lost if it leaves less than the existential deposit, alone and in a batch', async () => {
    expect(await extrasOf(() => [reaping(own - FEE - 5n)])).toEqual([{ code: 'lost', amount: 5n }])
    const most = own - FEE - DEPOSIT
    expect(await extrasOf(() => [reaping(most + 1n)])).toEqual([{ code: 'lost', amount: DEPOSIT - 1n }])
    const batch = [pay(COIN), reaping(most - COIN + 1n)]
    expect(await extrasOf(() => batch)).toEqual([{ code: 'lost', amount: DEPOSIT - 1n }])
  })

  it.each(['batch', 'force_batch'])('shows the rest as lost also in %s', async (method) => {
    const { api, draft, transactions } = await connectKusama(accounts)
    const inner = encodeCalls(api, [reaping(own - FEE - 5n)])
    const batch = { pallet: 'Utility', method, args: [[inner]] }
    const { review } = await transactions.prepare(requestOf(draft, [batch]), signal)
    expect(review.extras).toEqual([{ code: 'lost', amount: 5n }])
  })

  it('shows nothing as lost or reserved in a proxy call, which transfers the coins of another account', async () => {
    const { api, draft, transactions } = await connectKusama(accounts)
    const inner = encodeCalls(api, [reaping(1_000n * own)])
    const proxy = { pallet: 'Proxy', method: 'proxy', args: [stranger, null, inner] }
    const { review } = await transactions.prepare(requestOf(draft, [proxy]), signal)
    expect(review).toMatchObject({ extras: [], actions: [{ account: stranger }, { from: stranger, to: stranger }] })
  })

  it('shows the coins that an account loses for which a proxy call acts, unless the chain keeps the account', async () => {
    const lostBy = async (amount: bigint, receiver: object): Promise<TransactionReview['extras']> => {
      const { api, draft, transactions } = await connectKusama({ ...accounts, receiver: { free: COIN, ...receiver } })
      const args = [draft.connection.account.address, amount]
      const inner = encodeCalls(api, [{ pallet: 'Balances', method: 'transfer_allow_death', args }])
      const proxy = { pallet: 'Proxy', method: 'proxy', args: [stranger, null, inner] }
      return (await transactions.prepare(requestOf(draft, [proxy]), signal)).review.extras
    }
    expect(await lostBy(COIN - 5n, { providers: 1 })).toEqual([{ code: 'lostByOther', amount: 5n }])
    expect(await lostBy(COIN - DEPOSIT, { providers: 1 })).toEqual([])
    expect(await lostBy(COIN, { providers: 1 })).toEqual([])
    expect(await lostBy(COIN - 5n, { providers: 1, consumers: 1 })).toEqual([])
  })

  it('shows nothing as lost if the existential deposit remains, also when the fee takes its whole margin', async () => {
    const most = own - FEE - DEPOSIT
    expect(await extrasOf(() => [reaping(most - FEE / 100n)])).toEqual([])
    const marginSpent = reaping(most - FEE / 100n + 1n)
    expect(await extrasOf(() => [marginSpent])).toEqual([{ code: 'lost', amount: DEPOSIT + FEE / 100n - 1n }])
  })

  it('shows nothing as lost if the receiver is the account itself', async () => {
    const toSelf = ({ connection }: SendDraft): PolkadotCall => ({
      ...{ pallet: 'Balances', method: 'transfer_allow_death' },
      args: [connection.account.address, own - FEE - 5n],
    })
    expect(await extrasOf((draft) => [toSelf(draft)])).toEqual([])
  })

  it('more than the balance is rejected with the amount that the account can spend, which includes the existential deposit', async () => {
    const { draft, transactions } = await connectKusama(accounts)
    await expect(transactions.prepare(requestOf(draft, [reaping(own)]), signal)).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: 'With the fee this needs 2.000001 KSM. The account can spend 2 KSM.',
    })
  })

  it('cannot spend the existential deposit of an account that the chain does not remove, because it has consumers', async () => {
    const { draft, transactions } = await connectKusama({ ...accounts, consumers: 1 })
    const prepare = (amount: bigint) => transactions.prepare(requestOf(draft, [reaping(amount)]), signal)
    const most = own - FEE - DEPOSIT
    expect((await prepare(most)).review.extras).toEqual([{ code: 'reserve', amount: DEPOSIT }])
    await expect(prepare(most + 1n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })
})

it('a call is rejected with INSUFFICIENT_FUNDS if the account cannot pay its fee', async () => {
  const { draft, transactions } = await connectKusama({ ...accounts, own: DEPOSIT + FEE - 1n })
  await expect(transactions.prepare(requestOf(draft, [remark]), signal)).rejects.toMatchObject({
    code: 'INSUFFICIENT_FUNDS',
    message: expect.stringMatching(/^The fee is 0.000001 KSM. The account can spend 0.000000999999 KSM/),
  })
})
