import { Keypair, type PublicKey } from '@solana/web3.js-1'
import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt, type WalletPlan } from '@wallet-modal/sandbox/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { openWith } from './support/scripted.js'
import { breakCall, type Sender, senderOf, serveSender } from './support/sender.js'
import { seedOf } from './support/solana.js'
import { associatedOf, keypairOf, programs, solanaClient } from './support/solana-client.js'
import { createStage } from './support/stage.js'

const { caipNetworkId } = localSolanaNetwork
const other = {
  ...localSolanaNetwork,
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  reference: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

const SOL = 1_000_000_000n
const FEE = 5_000n
/** Minimum balance of an account without data on this chain (rent exemption). */
const EMPTY_RENT = 890_880n
const networksAt = (sandboxUrl: string) =>
  [localSolanaNetwork, other].map((network) => ({
    ...network,
    rpcUrls: [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`],
  }))
const stage = createStage({
  serve: (sandboxUrl) => serveSender({ sandboxUrl, family: 'solana', networks: networksAt(sandboxUrl) }),
})

const sender = keypairOf(1)
const zephyr: WalletPlan = { namespace: 'solana', name: 'Zephyr', keys: [seedOf(1), seedOf(2)] }
const coin = { assetId: `${caipNetworkId}/slip44:501` }
const client = () => solanaClient(stage.sandboxUrl)
const sandbox = () => sandboxAt(stage.sandboxUrl)
const fund = (address: PublicKey, amount: bigint) =>
  sandbox().fund({ address: address.toBase58(), chainId: caipNetworkId, amount })
const newAddress = (): PublicKey => Keypair.generate().publicKey
beforeEach(() => fund(sender.publicKey, 5n * SOL))
async function visit(plan: Partial<WalletPlan> = {}) {
  const { wallets, page } = await openWith(stage, { zephyr: { ...zephyr, ...plan } })
  const send = senderOf(page)
  await send.connect('Zephyr')
  return { page, send, zephyr: wallets.zephyr }
}

const statusOf = (send: Sender, hash: string | undefined) =>
  send.status({ caipNetworkId, address: sender.publicKey.toBase58(), sentAt: 0, ...(hash !== undefined && { hash }) })

describe('sending SOL on a real chain, under the strictest Content Security Policy', () => {
  it('I7: the receiver gets exactly the reviewed amount, and the sender pays this amount plus the fee', async () => {
    const { send } = await visit()
    const to = newAddress()
    const review = await send.prepare({ token: coin, receiver: to.toBase58(), amount: 2n * SOL })
    expect(review).toMatchObject({
      from: sender.publicKey.toBase58(),
      to: to.toBase58(),
      caipNetworkId,
      assetId: coin.assetId,
      amount: 2n * SOL,
      fee: FEE,
      extras: [],
      call: 'System.transfer',
    })
    const { status, hash } = await send.submit()
    expect(status).toBe('sent')
    await expect.poll(() => statusOf(send, hash)).toBe('confirmed')
    expect(await client().lamports(to)).toBe(2n * SOL)
    expect(await client().lamports(sender.publicKey)).toBe(3n * SOL - FEE)
    expect(await send.ask('submit')).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
    expect(await client().lamports(to)).toBe(2n * SOL)
  })

  it('D4: Max leaves a balance of 0 after the fee', async () => {
    const { send } = await visit()
    const to = newAddress()
    expect(await send.limit({ token: coin })).toEqual({ max: 5n * SOL - FEE, fee: FEE, extras: [] })
    const review = await send.prepare({ token: coin, receiver: to.toBase58(), amount: 'max' })
    expect(review.amount).toBe(5n * SOL - FEE)
    expect((await send.submit()).status).toBe('sent')
    expect(await client().lamports(sender.publicKey)).toBe(0n)
    expect(await client().lamports(to)).toBe(5n * SOL - FEE)
  })

  it('rejects amounts that would leave or create an account below the rent minimum, and amounts above the balance', async () => {
    const { send } = await visit()
    const to = newAddress().toBase58()
    const prepare = (amount: bigint) => send.ask('prepare', { token: coin, receiver: to, amount })
    expect(await prepare(5n * SOL - FEE - EMPTY_RENT + 1n)).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('0.00089088 SOL') },
    })
    expect(await prepare(EMPTY_RENT - 1n)).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
    expect(await prepare(5n * SOL)).toMatchObject({
      error: { code: 'INSUFFICIENT_FUNDS', message: expect.stringContaining('5.000005 SOL') },
    })
    expect(await prepare(0n)).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
    await fund(sender.publicKey, FEE - 1n)
    expect((await send.limit({ token: coin })).max).toBe(0n)
    expect(await client().lamports(sender.publicKey)).toBe(FEE - 1n)
  })

  it('reports a rejection in the wallet, and no balance changes', async () => {
    const { send, zephyr: wallet } = await visit()
    wallet.reject()
    await send.prepare({ token: coin, receiver: newAddress().toBase58(), amount: SOL })
    expect(await send.submit()).toEqual({ status: 'rejected' })
    expect(await client().lamports(sender.publicKey)).toBe(5n * SOL)
  })

  it('C4, C5: after an account or network change, submit fails before it asks the wallet', async () => {
    const { send, zephyr: wallet } = await visit({ networks: networksAt(stage.sandboxUrl) })
    const draft = { token: coin, receiver: newAddress().toBase58(), amount: SOL }
    const before = await send.state()
    await send.prepare(draft)
    await wallet.switchAccount(1)
    await expect.poll(() => send.state()).not.toEqual(before)
    expect(await send.ask('submit')).toMatchObject({ error: { code: 'CHANGED_MEANWHILE' } })
    await wallet.switchAccount(1)
    await expect.poll(() => send.state()).toEqual(before)
    await send.prepare(draft)
    await wallet.switchNetwork(other.caipNetworkId)
    await expect.poll(() => send.state()).not.toEqual(before)
    expect(await send.ask('submit')).toMatchObject({ error: { code: 'CHANGED_MEANWHILE' } })
    expect(wallet.requests.filter(({ method }) => /Transaction$/.test(method))).toEqual([])
    expect(await client().lamports(sender.publicKey)).toBe(5n * SOL)
  })

  it('B3: with a sign-only wallet, the status after a lost response is "unknown" with the signature, and the payment arrives once', async () => {
    const { page, send, zephyr: wallet } = await visit()
    await send.must('without', 'solana:signAndSendTransaction')
    const to = newAddress()
    await send.prepare({ token: coin, receiver: to.toBase58(), amount: SOL })
    await breakCall(page, 'sendTransaction', 'lost')
    const { status, hash } = await send.submit()
    expect(status).toBe('unknown')
    expect(await statusOf(send, hash)).toBe('confirmed')
    expect(await client().lamports(to)).toBe(SOL)
    expect(await client().lamports(sender.publicKey)).toBe(4n * SOL - FEE)
    expect(wallet.requests.filter(({ method }) => /Transaction$/.test(method))).toHaveLength(1)
  })

  it('gives the node’s reason for a rejection, and sends nothing', async () => {
    const { page, send } = await visit()
    await send.must('without', 'solana:signAndSendTransaction')
    await send.prepare({ token: coin, receiver: newAddress().toBase58(), amount: SOL })
    await breakCall(page, 'sendTransaction', { code: -32002, message: 'Node is on strike' })
    expect(await send.ask('submit')).toMatchObject({
      error: { code: 'NOT_SENT', message: expect.stringContaining('Node is on strike') },
    })
    expect(await client().lamports(sender.publicKey)).toBe(5n * SOL)
  })

  it('D13: reports new, own, foreign-network, invalid, program and off-curve receiver addresses', async () => {
    const { send } = await visit()
    const inspect = (text: string) => send.inspect({ token: coin, text })
    const stranger = newAddress()
    expect(await inspect(` ${stranger.toBase58()} `)).toEqual({
      address: stranger.toBase58(),
      issues: [{ code: 'newAccount', severity: 'warn' }],
    })
    expect((await inspect(sender.publicKey.toBase58())).issues).toEqual([{ code: 'ownAddress', severity: 'warn' }])
    const refused = async (text: string) => (await inspect(text)).issues.find(({ severity }) => severity === 'refuse')
    expect(await refused('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toMatchObject({
      code: 'wrongNetwork',
      text: 'Ethereum',
    })
    expect(await refused('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')).toMatchObject({
      code: 'wrongNetwork',
      text: 'Polkadot',
    })
    expect(await refused('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toMatchObject({
      code: 'wrongNetwork',
      text: 'Bitcoin',
    })
    expect(await refused('not an address')).toMatchObject({ code: 'invalidAddress' })
    expect(await refused('11111111111111111111111111111111')).toMatchObject({ code: 'zeroAddress' })
    expect(await refused(programs.token.toBase58())).toMatchObject({ code: 'program' })
    const derived = associatedOf(stranger, newAddress(), programs.token).toBase58()
    expect((await inspect(derived)).issues).toEqual([{ code: 'offCurve', severity: 'warn' }])
  })
})
