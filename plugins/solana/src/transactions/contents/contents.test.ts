import { ComputeBudgetProgram, PublicKey, SystemProgram, Transaction } from '@solana/web3.js-1'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SolanaInstruction } from '../../contract.js'
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../programs.js'
import { addPaymentNote } from '../../send/payment-note.js'
import { addressOf } from '../../wallet.test.fixtures.js'
import { transferCoins, writeMemo } from '../instructions.js'
import { readTransaction } from '../sdk.js'
import { callNames } from './contents.js'
import {
  associated,
  blockhash,
  coin,
  coins,
  mint,
  network,
  opening,
  payer,
  read,
  receiver,
  stranger,
  tokenId,
  tokens,
  write,
} from './contents.test.fixtures.js'

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

describe('the bytes of a transfer', () => {
  it('equal those of web3.js 1.x', () => {
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

  it('use the associated token address of web3.js 1.x', async () => {
    const [known] = PublicKey.findProgramAddressSync(
      [receiver, TOKEN_PROGRAM, mint].map((one) => new PublicKey(one).toBytes()),
      new PublicKey(ASSOCIATED_TOKEN_PROGRAM),
    )
    expect(await associated(receiver)).toBe(known.toBase58())
  })
})

describe('I7: the actions read from the bytes', () => {
  it('D1: have the exact amount', async () => {
    await fc.assert(
      fc.asyncProperty(u64, u64, async (lamports, amount) => {
        expect(await read(write(coins(lamports)))).toEqual([
          { type: 'transfer', assetId: coin, amount: lamports, from: payer, to: receiver },
        ])
        expect(await read(write(await opening(), await tokens({ amount })))).toEqual([
          { type: 'transfer', assetId: tokenId, amount, from: payer, to: receiver },
        ])
      }),
      { numRuns: 100 },
    )
  })

  it('sum the transfers from several token accounts of the sender', async () => {
    const transfers = [await tokens({ amount: 3n }), await tokens({ amount: 4n, from: addressOf(5) })]
    expect(await read(write(...transfers))).toMatchObject([{ type: 'transfer', amount: 7n }])
  })

  it('have call names that list each call once, without the compute budget', async () => {
    const names = (...calls: readonly SolanaInstruction[]) => callNames(readTransaction(write(...calls)))
    expect(names(coins(1n))).toBe('System.transfer')
    const more = [await opening(), await tokens(), await tokens({ from: addressOf(5) })]
    expect(names(...more)).toBe('AssociatedToken.createIdempotent, Token.transferChecked')
    const unknown = { program: stranger, accounts: [], data: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]) }
    expect(names(unknown, writeMemo('a'))).toBe('0x0102030405060708, Memo')
    const withheld = await tokens({ program: TOKEN_2022_PROGRAM, withheld: 1n })
    expect(names(withheld)).toBe('Token-2022.transferCheckedWithFee')
  })

  const undecoded = (target: string, name: string) => ({ type: 'undecoded', target, name })
  const transfer = (more: object) => ({ type: 'transfer', from: payer, to: receiver, ...more })
  it.each<[string, () => Promise<Uint8Array>, () => readonly object[]]>([
    ['pays another receiver', async () => write(coins(1n, stranger)), () => [transfer({ to: stranger })]],
    ['pays twice', async () => write(coins(1n), coins(1n)), () => [transfer({ amount: 1n }), transfer({ amount: 1n })]],
    [
      'also sends tokens',
      async () => write(coins(1n), await tokens()),
      () => [transfer({ assetId: coin }), transfer({ assetId: tokenId })],
    ],
    [
      'sends tokens to an account whose owner is not proven',
      async () => write(await tokens({ to: stranger })),
      () => [transfer({ to: stranger })],
    ],
    [
      'takes tokens of another owner',
      async () => write(await tokens({ owner: stranger })),
      () => [undecoded(TOKEN_PROGRAM, 'Token.transferChecked')],
    ],
    [
      'sends two kinds of tokens',
      async () => write(await tokens(), await tokens({ mint: stranger })),
      () => [
        transfer({ assetId: tokenId }),
        transfer({
          assetId: `${network.caipNetworkId}/token:${stranger}`,
          to: expect.not.stringMatching(receiver), // the owner of the other token's account is not proven
        }),
      ],
    ],
    [
      'opens an account for another owner',
      async () => write(await opening(stranger), await tokens()),
      () => [undecoded(ASSOCIATED_TOKEN_PROGRAM, 'AssociatedToken.createIdempotent'), transfer({ assetId: tokenId })],
    ],
    [
      'also opens the account of another owner',
      async () => write(await opening(stranger, await associated(stranger)), await tokens()),
      () => [undecoded(ASSOCIATED_TOKEN_PROGRAM, 'AssociatedToken.createIdempotent'), transfer({ assetId: tokenId })],
    ],
    [
      'opens the account twice',
      async () => write(await opening(), await opening(), await tokens()),
      () => [undecoded(ASSOCIATED_TOKEN_PROGRAM, 'AssociatedToken.createIdempotent'), transfer({ assetId: tokenId })],
    ],
    [
      'opens an account and pays nothing',
      async () => write(await opening()),
      () => [undecoded(ASSOCIATED_TOKEN_PROGRAM, 'AssociatedToken.createIdempotent')],
    ],
    [
      'takes coins of another account',
      async () => write(transferCoins({ from: stranger, to: payer, lamports: 1n })),
      () => [undecoded('11111111111111111111111111111111', 'System.transfer')],
    ],
    [
      'calls an unknown program',
      async () => write({ program: stranger, accounts: [], data: new Uint8Array(1) }),
      () => [undecoded(stranger, '0x00')],
    ],
    ['does nothing', async () => write(), () => []],
  ])('show exactly the contents of a transaction that %s', async (_, make, contents) => {
    const found = await make().then((bytes) => read(bytes))
    expect(found).toMatchObject(contents())
    expect(found).toHaveLength(contents().length)
  })

  it('cannot be read from a truncated transaction', () => {
    expect(() => readTransaction(write(coins(1n)).slice(0, -1))).toThrow(
      expect.objectContaining({ code: 'INVALID_DATA' }),
    )
  })
})

describe('I7: the note of a payment', () => {
  const note = { memo: 'Order 7', references: [stranger] }
  const notesOf = async (...instructions: readonly SolanaInstruction[]) =>
    (await read(write(...instructions))).map((one) => (one.type === 'transfer' ? one.note : one.type))

  it('is read from the bytes of coin and token transfers', async () => {
    expect(await notesOf(...addPaymentNote([coins(5n)], note))).toEqual([note])
    expect(await notesOf(...addPaymentNote([await opening(), await tokens()], note))).toEqual([note])
    const several = [await tokens(), await tokens({ from: addressOf(5) })]
    expect(await notesOf(...addPaymentNote(several, note))).toEqual([note])
    expect(await notesOf(coins(5n))).toEqual([undefined])
  })

  it('belongs to the transfer directly after it; any other memo is an undecoded call', async () => {
    const memo = writeMemo('Order 7')
    expect(await notesOf(memo, memo, coins(5n))).toEqual(['undecoded', { memo: 'Order 7' }])
    expect(await notesOf(coins(5n), memo)).toEqual([undefined, 'undecoded'])
    expect(await notesOf(memo, await opening(), await tokens())).toEqual(['undecoded', undefined])
    const signed = { ...memo, accounts: [{ address: payer, isSigner: true }] }
    expect(await notesOf(signed, coins(5n))).toEqual(['undecoded', undefined])
    const noText = { program: MEMO_PROGRAM, accounts: [], data: Uint8Array.of(0xff) }
    expect(await notesOf(noText, coins(5n))).toEqual(['undecoded', undefined])
  })

  it('is of one payment if the same memo precedes several transfers to one account; another memo starts a new payment', async () => {
    const [first, second] = [await tokens(), await tokens({ from: addressOf(5) })]
    const [memo, otherMemo] = [writeMemo('Order 7'), writeMemo('Order 8')]
    const several = [memo, ...addPaymentNote([first, second], note)]
    expect(await read(write(...several))).toMatchObject([{ type: 'transfer', amount: 10n, note }])
    const payments = [{ memo: 'Order 7' }, { memo: 'Order 8' }]
    expect(await notesOf(memo, first, otherMemo, second)).toEqual(payments)
    expect(await notesOf(memo, first, second)).toEqual([{ memo: 'Order 7' }, undefined])
  })

  it('ends its payment: the next transfer is a separate action', async () => {
    const [first] = addPaymentNote([await tokens()], { references: [stranger] })
    if (!first) throw new Error('no instruction')
    expect(await notesOf(first, await tokens({ from: addressOf(5) }))).toEqual([{ references: [stranger] }, undefined])
  })

  it('makes the call undecoded if a reference is writable', async () => {
    expect(await notesOf(...addPaymentNote([coins(5n)], { references: [payer] }))).toEqual(['undecoded'])
  })
})
