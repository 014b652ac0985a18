import { Keypair, type PublicKey, VersionedTransaction } from '@solana/web3.js-1'
import type { PaymentNote } from '@wallet-modal/kernel'
import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handler } from './support/handler.js'
import { createSandbox } from './support/shared-sandbox.js'
import { programs, solanaClient } from './support/solana-client.js'
import { createSolanaHandler } from './support/solana-handler.js'
import { moveToSecondAccount, requireMemo } from './support/solana-token-accounts.js'

const { caipNetworkId } = localSolanaNetwork
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const SOL = 10n ** 9n
const coin = { assetId: `${caipNetworkId}/slip44:501` }
const key = Keypair.generate()
const own = key.publicKey.toBase58()

const sandbox = createSandbox()
let handler: Handler
beforeAll(async () => {
  handler = await createSolanaHandler(sandbox.url, key)
  await sandboxAt(sandbox.url).fund({ address: own, chainId: caipNetworkId, amount: 10n * SOL })
}, 60_000)
afterAll(() => handler?.[Symbol.dispose]())

/** Memo and references of a shop's payment link. */
async function noteOf(receiver: PublicKey, query: string): Promise<PaymentNote> {
  const link = await handler.readLink(`solana:${receiver.toBase58()}?${query}`)
  if (!link || !('request' in link) || !link.request.note) throw new Error('The link was not read.')
  return link.request.note
}

/** Instructions of the confirmed transaction, decoded by another library: program, accounts and data. */
async function readInstructions(hash: string) {
  const reply = await fetch(`${sandbox.url}/v1/?chainId=${caipNetworkId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params: [hash, { encoding: 'base64' }] }),
  })
  const { result } = await reply.json()
  const { message } = VersionedTransaction.deserialize(Buffer.from(result.transaction[0], 'base64'))
  const nameOf = (at: number): string => message.staticAccountKeys[at]?.toBase58() ?? ''
  return message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    program: nameOf(programIdIndex),
    accounts: accountKeyIndexes.map((at) => ({
      address: nameOf(at),
      isReadOnly: !message.isAccountSigner(at) && !message.isAccountWritable(at),
    })),
    text: Buffer.from(data).toString(),
  }))
}

describe('Solana Pay on a real chain', () => {
  it('I7: sends coins; the reviewed memo precedes the transfer, which contains the reference', async () => {
    const [shop, order] = [Keypair.generate().publicKey, Keypair.generate().publicKey.toBase58()]
    const note = await noteOf(shop, `amount=1.5&memo=${encodeURIComponent('Order 7: 2 × tea')}&reference=${order}`)
    const { review, submit } = await handler.prepare({
      token: coin,
      receiver: shop.toBase58(),
      amount: 1_500_000_000n,
      note,
    })
    expect(review.note).toEqual({ memo: 'Order 7: 2 × tea', references: [order] })
    expect(review.call).toBe('Memo, System.transfer')
    const client = solanaClient(sandbox.url)
    const before = await client.lamports(key.publicKey)
    const outcome = await submit()
    if (outcome.status !== 'sent') throw new Error(outcome.status, { cause: outcome })
    expect(await client.lamports(shop)).toBe(1_500_000_000n)
    expect(await client.lamports(key.publicKey)).toBe(before - 1_500_000_000n - review.fee)
    const [memo, transfer] = (await readInstructions(outcome.hash)).slice(-2)
    expect(memo).toEqual({ program: MEMO, accounts: [], text: 'Order 7: 2 × tea' })
    expect(transfer?.accounts.slice(2)).toEqual([{ address: order, isReadOnly: true }])
  })

  it('sends tokens with memo and reference to a shop without a token account', async () => {
    const [shop, order] = [Keypair.generate().publicKey, Keypair.generate().publicKey.toBase58()]
    const client = solanaClient(sandbox.url)
    const mint = await client.mint(key, { program: programs.token, decimals: 6, amount: 5_000_000n })
    const address = mint.toBase58()
    const token = { assetId: `${caipNetworkId}/token:${address}`, address, decimals: 6, symbol: 'TEA', name: 'Tea' }
    const note = await noteOf(shop, `amount=2&spl-token=${address}&memo=tea&reference=${order}`)
    const { review, submit } = await handler.prepare({ token, receiver: shop.toBase58(), amount: 2_000_000n, note })
    expect(review).toMatchObject({ amount: 2_000_000n, note: { memo: 'tea', references: [order] } })
    const outcome = await submit()
    if (outcome.status !== 'sent') throw new Error(outcome.status, { cause: outcome })
    expect(await client.tokens(shop, mint, programs.token)).toBe(2_000_000n)
    expect(await client.tokens(key.publicKey, mint, programs.token)).toBe(3_000_000n)
    const [memo, transfer] = (await readInstructions(outcome.hash)).slice(-2)
    expect([memo?.program, memo?.text]).toEqual([MEMO, 'tea'])
    expect(transfer?.accounts.slice(4)).toEqual([{ address: order, isReadOnly: true }])
  })

  it('sends tokens of two accounts to a shop that requires a memo before every transfer', async () => {
    const shop = Keypair.generate()
    const client = solanaClient(sandbox.url)
    await sandboxAt(sandbox.url).fund({ address: shop.publicKey.toBase58(), chainId: caipNetworkId, amount: SOL })
    const program = programs.token2022
    const mint = await client.mint(key, { program, decimals: 0, amount: 100n })
    await client.pay(key, shop.publicKey, { mint, program, amount: 1n })
    await requireMemo(client.connection, shop, mint)
    await moveToSecondAccount(client.connection, key, { mint, amount: 60 })
    await expect(client.pay(key, shop.publicKey, { mint, program, amount: 1n })).rejects.toThrow('0x24') // no memo
    const address = mint.toBase58()
    const token = { assetId: `${caipNetworkId}/token:${address}`, address, decimals: 0, symbol: 'TEA', name: 'Tea' }
    const note = { memo: 'tea', references: [Keypair.generate().publicKey.toBase58()] }
    const payment = { token, receiver: shop.publicKey.toBase58(), amount: 90n, note }
    const { review, submit } = await handler.prepare(payment)
    expect(review).toMatchObject({ amount: 90n, note })
    const outcome = await submit()
    if (outcome.status !== 'sent') throw new Error(outcome.status, { cause: outcome })
    expect(await client.tokens(shop.publicKey, mint, program)).toBe(91n)
    const called = (await readInstructions(outcome.hash)).slice(-4).map((one) => one.program)
    expect(called).toEqual([MEMO, program.toBase58(), MEMO, program.toBase58()])
  })

  it('Max with a memo leaves a balance of 0 (D4)', async () => {
    const shop = Keypair.generate().publicKey
    const client = solanaClient(sandbox.url)
    const before = await client.lamports(key.publicKey)
    const note = await noteOf(shop, 'memo=all')
    const { review, submit } = await handler.prepare({ token: coin, receiver: shop.toBase58(), amount: 'max', note })
    expect(review.amount + review.fee).toBe(before)
    expect((await submit()).status).toBe('sent')
    expect([await client.lamports(key.publicKey), await client.lamports(shop)]).toEqual([0n, review.amount])
  })

  it('rejects the sender’s own account as a reference, and sends nothing', async () => {
    const shop = Keypair.generate().publicKey
    await sandboxAt(sandbox.url).fund({ address: own, chainId: caipNetworkId, amount: SOL })
    const asked = handler.prepare({
      token: coin,
      receiver: shop.toBase58(),
      amount: 100_000_000n,
      note: { references: [own] },
    })
    await expect(asked).rejects.toMatchObject({ code: 'REFUSED' })
    expect(await solanaClient(sandbox.url).lamports(key.publicKey)).toBe(SOL)
  })
})
