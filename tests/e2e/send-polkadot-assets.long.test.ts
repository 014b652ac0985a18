import { describe, expect, it } from 'vitest'
import {
  alice,
  bob,
  COIN,
  caipNetworkId,
  createAssetStage,
  dollar,
  feather,
  icicle,
  newcomer,
  penny,
} from './support/polkadot-assets.js'
import type { Sender } from './support/sender.js'

const { visit, chain, fund } = createAssetStage()
const confirmed = (send: Sender, hash: string | undefined) =>
  expect
    .poll(() => send.status({ caipNetworkId, address: alice, sentAt: 0, ...(hash !== undefined && { hash }) }), {
      timeout: 10_000,
    })
    .toBe('confirmed')
/** Submits, waits for the confirmation, and returns the sender's cost in the native coin. */
async function submit(send: Sender): Promise<bigint> {
  const before = await chain().free(alice)
  const { status, hash } = await send.submit()
  expect(status).toBe('sent')
  await confirmed(send, hash)
  return before - (await chain().free(alice))
}

describe('assets of the Assets pallet, on a real chain, under the strictest Content Security Policy', () => {
  it('D9, D10: are listed with their asset numbers and the chain’s amounts, and frozen assets are marked', async () => {
    const { send } = await visit()
    const byNumber = (one: { readonly address?: string }, other: { readonly address?: string }): number =>
      Number(one.address) - Number(other.address)
    const real = await chain().assets(alice)
    expect([real.length, real.filter(({ isFrozen }) => isFrozen).length]).toEqual([6, 1])
    expect((await send.tokens()).toSorted(byNumber)).toEqual(
      real
        .toSorted(byNumber)
        .map((one) => ({ ...one, caipNetworkId, assetId: `${caipNetworkId}/asset:${one.address}` })),
    )
  })

  it('I7: a new account gets exactly the reviewed amount, and the fee is at most the shown fee', async () => {
    const { send } = await visit()
    const to = newcomer('//assets//first')
    expect(await send.must('canSend', { token: dollar })).toBe(true)
    expect(await send.inspect({ token: dollar, text: to })).toMatchObject({
      issues: [
        { code: 'newAccount', severity: 'warn' },
        { code: 'minimumAmount', severity: 'warn', text: '0.000001 SUSD' },
      ],
    })
    const before = (await chain().asset('1984', alice)) ?? 0n
    const review = await send.prepare({ token: dollar, receiver: to, amount: 12_345_678n })
    expect(review).toMatchObject({
      ...{ from: alice, to, caipNetworkId, assetId: dollar.assetId, amount: 12_345_678n, extras: [] },
      call: 'Assets.transfer_keep_alive',
    })
    const paid = await submit(send)
    expect(paid > 0n && paid <= review.fee && paid * 102n >= review.fee * 100n).toBe(true)
    expect([await chain().asset('1984', to), await chain().asset('1984', alice)]).toEqual([
      ...[12_345_678n, before - 12_345_678n],
    ])
    expect(await chain().free(to)).toBe(0n)
    expect(await send.ask('submit')).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
    expect(await chain().asset('1984', to)).toBe(12_345_678n)
  })

  it('D4: Max sends the whole balance of an asset with 18 decimals, and spends only the fee in coins', async () => {
    const { send } = await visit()
    const [own, before] = [await chain().asset('18', alice), (await chain().asset('18', bob)) ?? 0n]
    const limit = await send.limit({ token: feather, receiver: bob })
    expect([limit.max, limit.extras]).toEqual([own, []])
    const review = await send.prepare({ token: feather, receiver: bob, amount: 'max' })
    expect(review).toMatchObject({ amount: own, call: 'Assets.transfer' })
    expect((await submit(send)) <= review.fee).toBe(true)
    expect([await chain().asset('18', alice), await chain().asset('18', bob)]).toEqual([
      ...[undefined, before + (own ?? 0n)],
    ])
    expect(await send.limit({ token: feather, receiver: bob })).toMatchObject({ max: 0n })
    expect(await send.ask('prepare', { token: feather, receiver: bob, amount: 'max' })).toMatchObject({
      error: { code: 'INSUFFICIENT_FUNDS', message: expect.stringContaining('has no SFTH') },
    })
  })

  it('a transfer that the chain would refuse is rejected with the reason, without asking the wallet', async () => {
    const { send, zephyr: wallet } = await visit()
    const [stranger, funded] = [newcomer('//assets//nobody'), newcomer('//assets//funded')]
    await fund(funded, COIN)
    const readBalances = async () =>
      Promise.all(['12', '32', '1984'].flatMap((id) => [alice, bob, funded].map((who) => chain().asset(id, who))))
    const before = [...(await readBalances()), await chain().free(alice)]
    const refusal = async (token: typeof penny, receiver: string, amount: bigint | 'max') =>
      (await send.ask('prepare', { token, receiver, amount })).error

    const { address, issues } = await send.inspect({ token: penny, text: stranger })
    expect([address, issues]).toEqual([
      undefined,
      [{ code: 'accountNeeded', severity: 'refuse', text: expect.stringMatching(/needs to hold SPNY.*ROC first/) }],
    ])
    expect(await refusal(penny, stranger, 100n)).toMatchObject({
      ...{ code: 'INVALID_ARGUMENT', message: expect.stringContaining('needs to hold SPNY') },
    })
    const own = (await chain().asset('12', alice)) ?? 0n
    const cases = [
      [penny, funded, 49n, 'INVALID_ARGUMENT', 'less than the minimum balance of 0.5 SPNY'],
      [penny, bob, own - 49n, 'INVALID_ARGUMENT', 'At least 0.5 SPNY must remain'],
      [penny, bob, own + 1n, 'INSUFFICIENT_FUNDS', 'The account has'],
      [penny, bob, 0n, 'INVALID_ARGUMENT', 'above 0'],
      [{ ...penny, decimals: 4 }, bob, 100n, 'INVALID_ARGUMENT', 'has 2 decimals, not the 4'],
      [icicle, bob, 1n, 'INVALID_ARGUMENT', 'has frozen the balance of this account'],
      [icicle, bob, 'max', 'INVALID_ARGUMENT', 'has frozen the balance of this account'],
    ] as const
    for (const [token, receiver, amount, code, said] of cases)
      expect(await refusal(token, receiver, amount)).toMatchObject({ code, message: expect.stringContaining(said) })
    expect(await send.limit({ token: icicle, receiver: bob })).toMatchObject({
      ...{ max: 0n, reason: expect.stringContaining('frozen') },
    })
    expect(await send.must('canSend', { token: { ...dollar, address: '1985' } })).toBe(false)
    expect(await send.must('canSend', { token: { ...dollar, assetId: `${caipNetworkId}/foreign:1984` } })).toBe(false)
    expect([...(await readBalances()), await chain().free(alice)]).toEqual(before)
    expect(wallet.requests.filter(({ method }) => method === 'signPayload')).toEqual([])
  })

  it('a transfer without coins for the fee is rejected; the minimum balance can be sent to an existing account', async () => {
    const { send } = await visit()
    const to = newcomer('//assets//penny')
    await fund(to, COIN)
    const coin = { assetId: `${caipNetworkId}/slip44:354` }
    const [reserve] = (await send.limit({ token: coin, receiver: to })).extras
    await fund(alice, (reserve?.amount ?? 0n) + 1000n)
    expect(await send.limit({ token: penny, receiver: to })).toMatchObject({ max: 0n })
    expect(await send.ask('prepare', { token: penny, receiver: to, amount: 50n })).toMatchObject({
      error: { code: 'INSUFFICIENT_FUNDS', message: expect.stringMatching(/The fee is .* ROC.*must remain/) },
    })
    await fund(alice, 100n * COIN)
    await send.prepare({ token: penny, receiver: to, amount: 50n })
    await submit(send)
    expect(await chain().asset('12', to)).toBe(50n)
  })
})
