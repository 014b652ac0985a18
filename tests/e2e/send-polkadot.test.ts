import { Keyring } from '@polkadot/keyring'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { localPolkadotNetwork, polkadotDevelopmentAccounts } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectPolkadot } from './support/sandbox-polkadot.js'
import { openWith } from './support/scripted.js'
import { breakCall, type Sender, senderOf, serveSender } from './support/sender.js'
import { createStage } from './support/stage.js'

await cryptoWaitReady()
const { caipNetworkId } = localPolkadotNetwork
const COIN = 10n ** 12n
const isLong = process.env.WALLET_MODAL_LONG === '1'
const coin = { assetId: `${caipNetworkId}/slip44:354` }
const [alice = '', bob = ''] = polkadotDevelopmentAccounts
const ed25519Alice = polkadotDevelopmentAccounts.at(-1) ?? ''
const newcomer = (uri: string): string => new Keyring({ ss58Format: 42 }).addFromUri(uri).address

const stage = createStage({
  serve: (sandboxUrl) =>
    serveSender({
      sandboxUrl,
      family: 'polkadot',
      networks: [{ ...localPolkadotNetwork, rpcUrls: [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`] }],
    }),
})

let chain: Awaited<ReturnType<typeof connectPolkadot>>
beforeAll(async () => {
  chain = await connectPolkadot(stage.sandboxUrl)
})
afterAll(() => chain?.close())

const fund = (address: string, amount: bigint) =>
  sandboxAt(stage.sandboxUrl).fund({ address, chainId: caipNetworkId, amount })
beforeEach(async () => {
  for (const address of [alice, ed25519Alice]) await fund(address, 100n * COIN)
})

async function visit(account = alice, keys?: readonly string[]) {
  const zephyr = { namespace: 'polkadot', name: 'Zephyr', ...(keys && { keys }) } as const
  const { page, wallets } = await openWith(stage, { zephyr })
  const send = senderOf(page)
  await send.connect('Zephyr')
  if (account !== alice) await send.must('switchAccount', account)
  return { page, send, zephyr: wallets.zephyr }
}
const statusOf = (send: Sender, hash: string | undefined, address = alice) =>
  send.status({ caipNetworkId, address, sentAt: 0, ...(hash !== undefined && { hash }) })

describe('sending on Polkadot, on a real chain, under the strictest Content Security Policy', () => {
  it.each([
    ['sr25519', alice, newcomer('//first')] as const,
    ...(isLong ? [['ed25519', ed25519Alice, newcomer('//second')] as const] : []),
  ])('I7: with an %s key, pays exactly the reviewed amount and at most the shown fee', async (_, from, to) => {
    const { send } = await visit(from)
    expect(await send.must('canSend', { token: coin })).toBe(true)
    const review = await send.prepare({ token: coin, receiver: to, amount: 3n * COIN })
    expect(review).toMatchObject({
      from,
      to,
      caipNetworkId,
      assetId: coin.assetId,
      amount: 3n * COIN,
      call: 'Balances.transfer_keep_alive',
    })
    const { status, hash } = await send.submit()
    expect(status).toBe('sent')
    await expect.poll(() => statusOf(send, hash), { timeout: 10_000 }).toBe('confirmed')
    expect(await chain.free(to)).toBe(3n * COIN)
    const paid = 97n * COIN - (await chain.free(from))
    expect(paid > 0n && paid <= review.fee && paid * 102n >= review.fee * 100n).toBe(true)
    expect(await send.ask('submit')).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
    expect(await chain.free(to)).toBe(3n * COIN)
  })

  it('D4: Max leaves the existential deposit and at most 2 % of the fee', async () => {
    const { send } = await visit()
    const limit = await send.limit({ token: coin, receiver: bob })
    const [reserve] = limit.extras
    expect(reserve?.code).toBe('reserve')
    const deposit = reserve?.amount ?? 0n
    expect(limit.max + limit.fee + deposit).toBe(100n * COIN)
    const before = await chain.free(bob)
    expect(await send.prepare({ token: coin, receiver: bob, amount: 'max' })).toMatchObject({ amount: limit.max })
    const { hash } = await send.submit()
    await expect.poll(() => statusOf(send, hash), { timeout: 10_000 }).toBe('confirmed')
    expect(await chain.free(bob)).toBe(before + limit.max)
    const left = await chain.free(alice)
    expect(left >= deposit && left <= deposit + limit.fee / 50n).toBe(true)
  })

  it('shows the coins that are lost with an account without assets, and the chain removes exactly these', async () => {
    const seed = new Uint8Array(32).fill(7)
    const { address } = new Keyring({ type: 'sr25519', ss58Format: 42 }).addFromSeed(seed)
    await fund(address, 100n * COIN)
    const { send } = await visit(alice, [Buffer.from(seed).toString('hex')])
    const callOf = (amount: bigint) => ({ pallet: 'Balances', method: 'transfer', args: [bob, amount] })
    const { fee } = await send.prepareCalls([callOf(99n * COIN)])
    const rest = 1_000_000n
    const amount = 100n * COIN - fee - rest
    const { extras } = await send.prepareCalls([callOf(amount)])
    const [lost] = extras
    expect(lost?.code).toBe('lost')
    const lostAmount = lost?.amount ?? 0n
    expect(lostAmount >= rest && lostAmount <= rest + fee / 50n).toBe(true)
    const before = await chain.free(bob)
    const { hash } = await send.submit()
    await expect.poll(() => statusOf(send, hash, address), { timeout: 10_000 }).toBe('confirmed')
    expect([await chain.free(address), await chain.free(bob)]).toEqual([0n, before + amount])
  })

  it('keeps the existential deposit of an account with assets, which the chain does not remove', async () => {
    const { send } = await visit()
    const callOf = (amount: bigint) => ({ pallet: 'Balances', method: 'transfer', args: [bob, amount] })
    const { fee, extras } = await send.prepareCalls([callOf(99n * COIN)])
    expect(extras).toMatchObject([{ code: 'reserve' }])
    expect(await send.ask('prepareCalls', [callOf(100n * COIN - fee)])).toMatchObject({
      error: { code: 'INSUFFICIENT_FUNDS', message: expect.stringContaining('must remain') },
    })
    await send.prepareCalls([{ pallet: 'Balances', method: 'transfer_all', args: [bob, false] }])
    const { hash } = await send.submit()
    await expect.poll(() => statusOf(send, hash), { timeout: 10_000 }).toBe('confirmed')
    expect(await chain.free(alice)).toBe(extras[0]?.amount)
  })

  it('rejects amounts that violate the existential deposit or exceed the balance, and reports unsuitable receivers', async () => {
    const { send } = await visit()
    const stranger = newcomer('//nobody')
    const { issues } = await send.inspect({ token: coin, text: stranger })
    expect(issues).toMatchObject([
      { code: 'newAccount', severity: 'warn' },
      { code: 'minimumAmount', severity: 'warn' },
    ])
    expect(await send.ask('prepare', { token: coin, receiver: stranger, amount: 1n })).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('Send at least') },
    })
    expect(await send.ask('prepare', { token: coin, receiver: bob, amount: 100n * COIN })).toMatchObject({
      error: { code: 'INSUFFICIENT_FUNDS', message: expect.stringContaining('must remain') },
    })
    const first = async (text: string) => (await send.inspect({ token: coin, text })).issues[0]
    const refusals = [
      [new Keyring({ ss58Format: 0 }).encodeAddress(stranger), 'wrongNetwork', 'Polkadot'],
      [new Keyring({ ss58Format: 2 }).encodeAddress(stranger), 'wrongNetwork', 'Kusama'],
      ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'wrongNetwork', 'Ethereum'],
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'wrongNetwork', 'Bitcoin'],
      ['oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', 'wrongNetwork', 'Solana'],
    ]
    for (const [text = '', code, name] of refusals)
      expect(await first(text)).toMatchObject({ code, severity: 'refuse', text: name })
    expect(await first(`${stranger.slice(0, -1)}z`)).toMatchObject({ code: 'wrongChecksum', severity: 'refuse' })
    expect(await first(alice)).toEqual({ code: 'ownAddress', severity: 'warn' })
    expect(await chain.free(alice)).toBe(100n * COIN)
  })

  if (isLong)
    it('reports a rejection; after an account change, submit fails before it asks the wallet (C4)', async () => {
      const { send, zephyr: wallet } = await visit()
      const draft = { token: coin, receiver: bob, amount: COIN }
      wallet.reject()
      await send.prepare(draft)
      expect(await send.submit()).toEqual({ status: 'rejected' })
      wallet.approve()
      await send.prepare(draft)
      const asked = wallet.requests.filter(({ method }) => method === 'signPayload').length
      await send.must('switchAccount', bob)
      expect(await send.ask('submit')).toMatchObject({ error: { code: 'CHANGED_MEANWHILE' } })
      expect(wallet.requests.filter(({ method }) => method === 'signPayload')).toHaveLength(asked)
      expect(await chain.free(alice)).toBe(100n * COIN)
    })

  it('B3: after a lost response, the status is "unknown" with the hash, and the payment arrives once; a rejection by the node has a reason', async () => {
    const { page, send } = await visit()
    const to = newcomer('//lost')
    await send.prepare({ token: coin, receiver: to, amount: 2n * COIN })
    await breakCall(page, 'author_submitExtrinsic', 'lost')
    const { status, hash } = await send.submit()
    expect(status).toBe('unknown')
    await expect.poll(() => statusOf(send, hash), { timeout: 10_000 }).toBe('confirmed')
    expect(await chain.free(to)).toBe(2n * COIN)
    await send.prepare({ token: coin, receiver: to, amount: COIN })
    await breakCall(page, 'author_submitExtrinsic', {
      code: 1010,
      message: 'Invalid Transaction: Transaction is outdated',
    })
    expect(await send.ask('submit')).toMatchObject({
      error: { code: 'NOT_SENT', message: expect.stringContaining('was submitted first') },
    })
    expect(await chain.free(to)).toBe(2n * COIN)
  })
})
