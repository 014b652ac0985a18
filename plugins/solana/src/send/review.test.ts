import { ComputeBudgetProgram, PublicKey, SystemProgram, Transaction } from '@solana/web3.js-1'
import type { Network } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import networks from '../../networks.json' with { type: 'json' }
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { addressOf } from '../wallet.test.steps.js'
import { createTokenAccount, setBudget, transferCoins, transferTokens, writeMemo } from './instructions.js'
import { addNote } from './note.js'
import { readReview } from './review.js'
import { associatedAccount, type Instruction, readTransaction, writeTransaction } from './sdk.js'

const [network] = networks as readonly Network[] as readonly [Network]
const [payer, receiver, mint, stranger] = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)]
const blockhash = addressOf(9)
const budget = setBudget({ units: 1_234, price: 77n })
const write = (...instructions: readonly Instruction[]) =>
  writeTransaction({ payer, blockhash, instructions: [...budget, ...instructions] })
const read = (bytes: Uint8Array) => readReview(bytes, network, { receiver }, { fee: 1n, extras: [] })
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const coins = (lamports: bigint, to = receiver) => transferCoins({ from: payer, to, lamports })

async function tokens(more: Partial<Parameters<typeof transferTokens>[0]> = {}) {
  const [from, to] = await Promise.all([payer, receiver].map((one) => associatedAccount(one, mint, TOKEN_PROGRAM)))
  return transferTokens({
    program: TOKEN_PROGRAM,
    from: from ?? '',
    mint,
    to: to ?? '',
    owner: payer,
    amount: 5n,
    decimals: 6,
    ...more,
  })
}
const opening = async (owner = receiver) =>
  createTokenAccount({
    payer,
    account: await associatedAccount(receiver, mint, TOKEN_PROGRAM),
    owner,
    mint,
    program: TOKEN_PROGRAM,
  })

describe('the bytes of a transfer', () => {
  it('are those that web3.js 1.x writes', () => {
    const transaction = new Transaction({ feePayer: new PublicKey(payer), recentBlockhash: blockhash })
      .add(ComputeBudgetProgram.setComputeUnitLimit({ units: 1_234 }))
      .add(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 77n }))
      .add(
        SystemProgram.transfer({
          fromPubkey: new PublicKey(payer),
          toPubkey: new PublicKey(receiver),
          lamports: 2n ** 63n + 1n,
        }),
      )
    const mine = readTransaction(write(coins(2n ** 63n + 1n))).messageBytes
    expect(Buffer.from(mine).toString('hex')).toBe(transaction.serializeMessage().toString('hex'))
  })

  it('name the token account that the associated token program derives', async () => {
    const [known] = PublicKey.findProgramAddressSync(
      [receiver, TOKEN_PROGRAM, mint].map((one) => new PublicKey(one).toBytes()),
      new PublicKey(ASSOCIATED_TOKEN_PROGRAM),
    )
    expect(await associatedAccount(receiver, mint, TOKEN_PROGRAM)).toBe(known.toBase58())
  })
})

describe('I7: what is shown is read from the bytes', () => {
  it('D1: every amount comes back to the last unit', async () => {
    await fc.assert(
      fc.asyncProperty(u64, u64, async (lamports, amount) => {
        expect((await read(write(coins(lamports)))).amount).toBe(lamports)
        const review = await read(write(await opening(), await tokens({ amount })))
        expect(review).toMatchObject({ amount, to: receiver, from: payer })
        expect(review.assetId).toBe(`${network.caipNetworkId}/token:${mint}`)
      }),
      { numRuns: 100 },
    )
  })

  it('the fee is the most that the bytes allow, though a node says less', async () => {
    const feeOf = async (bytes: Uint8Array, named: bigint) =>
      (await readReview(bytes, network, { receiver }, { fee: named, extras: [] })).fee
    // 1,234 units for 77 millionths each, rounded up, and one signature
    expect(await feeOf(write(coins(1n)), 1n)).toBe(5_001n)
    expect(await feeOf(write(coins(1n)), 9_000n)).toBe(9_000n)
    const dear = setBudget({ units: 1_400_000, price: 3_571_428n })
    const transaction = writeTransaction({ payer, blockhash, instructions: [...dear, coins(1n)] })
    expect(await feeOf(transaction, 5_000n)).toBe(5_000n + 5_000_000n)
  })

  it('sums what comes from several token accounts of the sender', async () => {
    const parts = [await tokens({ amount: 3n }), await tokens({ amount: 4n, from: addressOf(5) })]
    expect((await read(write(...parts))).amount).toBe(7n)
  })

  it.each<[string, () => Promise<Uint8Array>]>([
    ['pays somebody else', async () => write(coins(1n, stranger))],
    ['pays twice', async () => write(coins(1n), coins(1n))],
    ['does something beside', async () => write(coins(1n), await tokens())],
    ['pays tokens to somebody else', async () => write(await tokens({ to: stranger }))],
    ['takes tokens of somebody else', async () => write(await tokens({ owner: stranger }))],
    ['sends two kinds of tokens', async () => write(await tokens(), await tokens({ mint: stranger }))],
    ['opens an account for somebody else', async () => write(await opening(stranger), await tokens())],
    ['calls an unknown program', async () => write({ program: stranger, parties: [], data: new Uint8Array(1) })],
    ['does nothing', async () => write()],
    ['is cut off', async () => write(coins(1n)).slice(0, -1)],
  ])('a transaction that %s is refused', async (_, make) => {
    await expect(make().then(read)).rejects.toMatchObject({ code: 'INVALID_DATA' })
  })
})

describe('I7: the note of a payment', () => {
  const note = { memo: 'Order 7', references: [stranger] }
  const readWith = (asked: object, ...instructions: readonly Instruction[]) =>
    readReview(write(...instructions), network, { receiver, note: asked }, { fee: 1n, extras: [] })

  it('is read from the bytes, with coins and with tokens', async () => {
    expect((await readWith(note, ...addNote([coins(5n)], note))).note).toEqual(note)
    expect((await readWith(note, ...addNote([await opening(), await tokens()], note))).note).toEqual(note)
    expect((await read(write(coins(5n)))).note).toBeUndefined()
  })

  it('has to be the one that was asked for', async () => {
    const refused = { code: 'INVALID_DATA', message: expect.stringContaining('something else to the receiver') }
    await expect(readWith({ ...note, memo: 'Order 8' }, ...addNote([coins(5n)], note))).rejects.toMatchObject(refused)
    await expect(readWith({ ...note, references: [mint] }, ...addNote([coins(5n)], note))).rejects.toMatchObject(
      refused,
    )
    await expect(readWith({}, ...addNote([coins(5n)], note))).rejects.toMatchObject(refused)
    await expect(readWith(note, coins(5n))).rejects.toMatchObject(refused)
    const twice = [writeMemo('Order 7'), writeMemo('Order 7'), coins(5n)]
    await expect(readWith({ memo: 'Order 7' }, ...twice)).rejects.toMatchObject(refused)
    await expect(readWith({ memo: 'Order 7' }, coins(5n), writeMemo('Order 7'))).rejects.toMatchObject(refused)
  })
})
