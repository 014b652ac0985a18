import { ComputeBudgetProgram, PublicKey, SystemProgram, Transaction } from '@solana/web3.js-1'
import type { Network } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import networks from '../../networks.json' with { type: 'json' }
import type { SolanaInstruction } from '../contract.js'
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { addNote } from '../send/note.js'
import { readMint } from '../token-layout.js'
import { addressOf } from '../wallet.test.steps.js'
import { createAssetIds } from './asset-ids.js'
import type { ChainState } from './chain-state.js'
import { mintData, tokenAccount } from './chain-state.test.steps.js'
import { callNames, readContents } from './contents.js'
import { setBudget, transferCoins, writeMemo } from './instructions.js'
import { associatedAccount, readTransaction, writeTransaction } from './sdk.js'
import { createTokenAccount, transferTokens } from './token-instructions.js'

const [network] = networks as readonly Network[] as readonly [Network]
const [payer, receiver, mint, stranger] = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)]
const blockhash = addressOf(9)
const coin = `${network.caipNetworkId}/slip44:501`
const tokenId = `${network.caipNetworkId}/token:${mint}`
const budget = setBudget({ units: 1_234, price: 77n })
const write = (...instructions: readonly SolanaInstruction[]) =>
  writeTransaction({ payer, blockhash, instructions: [...budget, ...instructions] })
const empty: ChainState = { accounts: new Map(), mints: new Map() }
const read = (bytes: Uint8Array, state: ChainState = empty, receivers: readonly string[] = [receiver]) =>
  readContents(readTransaction(bytes), { state, assetIds: createAssetIds(network), receivers })
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const coins = (lamports: bigint, to = receiver) => transferCoins({ from: payer, to, lamports })
const associated = (owner: string, program = TOKEN_PROGRAM) => associatedAccount(owner, mint, program)
const u64Data = (selector: number, amount: bigint, ...rest: readonly number[]) => {
  const data = new Uint8Array(9 + rest.length)
  data[0] = selector
  new DataView(data.buffer).setBigUint64(1, amount, true)
  data.set(rest, 9)
  return data
}

async function tokens(more: Partial<Parameters<typeof transferTokens>[0]> = {}) {
  const { program = TOKEN_PROGRAM } = more
  const [from, to] = await Promise.all([payer, receiver].map((one) => associated(one, program)))
  return transferTokens({
    ...{ program, from: from ?? '', mint, to: to ?? '', owner: payer, amount: 5n, decimals: 6 },
    ...more,
  })
}
const opening = async (owner = receiver) =>
  createTokenAccount({ payer, account: await associated(receiver), owner, mint, program: TOKEN_PROGRAM })

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
    expect(await associated(receiver)).toBe(known.toBase58())
  })
})

describe('I7: what is shown is read from the bytes', () => {
  it('D1: every amount comes back to the last unit', async () => {
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

  it('sums what comes from several token accounts of the sender', async () => {
    const transfers = [await tokens({ amount: 3n }), await tokens({ amount: 4n, from: addressOf(5) })]
    expect(await read(write(...transfers))).toMatchObject([{ type: 'transfer', amount: 7n }])
  })

  it('names each call once, without the compute budget', async () => {
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
    ['pays somebody else', async () => write(coins(1n, stranger)), () => [transfer({ to: stranger })]],
    ['pays twice', async () => write(coins(1n), coins(1n)), () => [transfer({ amount: 1n }), transfer({ amount: 1n })]],
    [
      'sends tokens beside',
      async () => write(coins(1n), await tokens()),
      () => [transfer({ assetId: coin }), transfer({ assetId: tokenId })],
    ],
    [
      'pays tokens to an account that proves no owner',
      async () => write(await tokens({ to: stranger })),
      () => [transfer({ to: stranger })],
    ],
    [
      'takes tokens of somebody else',
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
          to: expect.not.stringMatching(receiver), // the account of the other token proves no owner
        }),
      ],
    ],
    [
      'opens an account for somebody else',
      async () => write(await opening(stranger), await tokens()),
      () => [undecoded(ASSOCIATED_TOKEN_PROGRAM, 'AssociatedToken.createIdempotent'), transfer({ assetId: tokenId })],
    ],
    [
      'opens an account and pays nothing',
      async () => write(await opening()),
      () => [undecoded(ASSOCIATED_TOKEN_PROGRAM, 'AssociatedToken.createIdempotent')],
    ],
    [
      'takes coins of somebody else',
      async () => write(transferCoins({ from: stranger, to: payer, lamports: 1n })),
      () => [undecoded('11111111111111111111111111111111', 'System.transfer')],
    ],
    [
      'calls an unknown program',
      async () => write({ program: stranger, accounts: [], data: new Uint8Array(1) }),
      () => [undecoded(stranger, '0x00')],
    ],
    ['does nothing', async () => write(), () => []],
  ])('a transaction that %s shows just that', async (_, make, contents) => {
    const found = await make().then((bytes) => read(bytes))
    expect(found).toMatchObject(contents())
    expect(found).toHaveLength(contents().length)
  })

  it('a transaction that is cut off is refused', () => {
    expect(() => readTransaction(write(coins(1n)).slice(0, -1))).toThrow(
      expect.objectContaining({ code: 'INVALID_DATA' }),
    )
  })
})

describe('I7: the note of a payment', () => {
  const note = { memo: 'Order 7', references: [stranger] }
  const notesOf = async (...instructions: readonly SolanaInstruction[]) =>
    (await read(write(...instructions))).map((one) => (one.type === 'transfer' ? one.note : one.type))

  it('is read from the bytes, with coins and with tokens', async () => {
    expect(await notesOf(...addNote([coins(5n)], note))).toEqual([note])
    expect(await notesOf(...addNote([await opening(), await tokens()], note))).toEqual([note])
    const several = [await tokens(), await tokens({ from: addressOf(5) })]
    expect(await notesOf(...addNote(several, note))).toEqual([note])
    expect(await notesOf(coins(5n))).toEqual([undefined])
  })

  it('belongs to the transfer right behind it: any other memo is a call of its own', async () => {
    const memo = writeMemo('Order 7')
    expect(await notesOf(memo, memo, coins(5n))).toEqual(['undecoded', { memo: 'Order 7' }])
    expect(await notesOf(coins(5n), memo)).toEqual([undefined, 'undecoded'])
    expect(await notesOf(memo, await opening(), await tokens())).toEqual(['undecoded', undefined])
    const signed = { ...memo, accounts: [{ address: payer, isSigner: true }] }
    expect(await notesOf(signed, coins(5n))).toEqual(['undecoded', undefined])
    const noText = { program: MEMO_PROGRAM, accounts: [], data: Uint8Array.of(0xff) }
    expect(await notesOf(noText, coins(5n))).toEqual(['undecoded', undefined])
  })

  it('is not joined with that of another transfer', async () => {
    const [first] = addNote([await tokens()], { references: [stranger] })
    if (!first) throw new Error('no instruction')
    expect(await notesOf(first, await tokens({ from: addressOf(5) }))).toEqual([{ references: [stranger] }, undefined])
  })

  it('has no reference that the transaction could change', async () => {
    expect(await notesOf(...addNote([coins(5n)], { references: [payer] }))).toEqual(['undecoded'])
  })
})

describe('the receiver of tokens, of whom the bytes name only the account', () => {
  const toOf = async (state: ChainState, receivers: readonly string[], ...calls: readonly SolanaInstruction[]) => {
    const [first] = await read(write(...calls), state, receivers)
    return first?.type === 'transfer' ? first.to : first?.type
  }
  const heldBy = async (owner: string): Promise<ChainState> => ({
    ...empty,
    accounts: new Map([[await associated(receiver), tokenAccount({ mint, owner })]]),
  })

  it('is who opens the account, who owns it on the chain, or who is expected, where its address proves it', async () => {
    expect(await toOf(empty, [], await opening(), await tokens())).toBe(receiver)
    expect(await toOf(await heldBy(receiver), [], await tokens())).toBe(receiver)
    expect(await toOf(empty, [receiver], await tokens())).toBe(receiver)
  })

  it('is the account itself where nobody is proven, and where it was given to somebody else', async () => {
    expect(await toOf(empty, [stranger], await tokens())).toBe(await associated(receiver))
    expect(await toOf(await heldBy(stranger), [receiver], await tokens())).toBe(await associated(receiver))
  })
})

describe('what arrives', () => {
  const program = TOKEN_2022_PROGRAM
  const withFee = readMint(program, mintData({ feeBps: 100 }))
  const plain = readMint(program, mintData({}))
  const receivedOf = async (minted: typeof plain, ...calls: readonly SolanaInstruction[]) => {
    const mints = new Map(minted ? [[mint, minted]] : [])
    const [first] = await read(write(...calls), { ...empty, mints })
    return first?.type === 'transfer' ? first.received : first?.type
  }

  it('D10: is less by what the bytes say that the mint withholds', async () => {
    const [one, other] = [
      { amount: 100n, withheld: 1n },
      { amount: 50n, withheld: 2n, from: addressOf(5) },
    ]
    expect(await receivedOf(withFee, await tokens({ program, ...one }), await tokens({ program, ...other }))).toBe(147n)
    expect(await receivedOf(withFee, await tokens({ program, ...one, withheld: 0n }))).toBeUndefined()
  })

  it('is unknown where the mint withholds a part and the bytes do not say how much', async () => {
    expect(await receivedOf(withFee, await tokens({ program }))).toBe('unknown')
    expect(await receivedOf(plain, await tokens({ program }))).toBeUndefined()
  })
})

describe('instructions of the token programs that name no mint', () => {
  const stateOf = async (owner = payer, at?: string): Promise<ChainState> => ({
    ...empty,
    accounts: new Map([[at ?? (await associated(payer)), tokenAccount({ mint, owner })]]),
  })
  const call = async (selector: number, from?: string): Promise<SolanaInstruction> => ({
    program: TOKEN_PROGRAM,
    accounts: [
      { address: from ?? (await associated(payer)), isWritable: true },
      { address: await associated(receiver), isWritable: true },
      { address: payer, isSigner: true },
    ],
    data: u64Data(selector, 7n),
  })

  it('are read where the address of the sender’s account proves the mint that a node names', async () => {
    const state = await stateOf()
    expect(await read(write(await call(3)), state)).toEqual([
      { type: 'transfer', assetId: tokenId, amount: 7n, from: payer, to: receiver },
    ])
    expect(await read(write(await call(4)), state)).toEqual([
      { type: 'approval', assetId: tokenId, amount: 7n, spender: await associated(receiver) },
    ])
  })

  it('are undecoded where it does not, and where the account is of somebody else', async () => {
    for (const selector of [3, 4]) {
      expect(await read(write(await call(selector)))).toMatchObject([{ type: 'undecoded' }])
      const at = addressOf(6)
      expect(await read(write(await call(selector, at)), await stateOf(payer, at))).toMatchObject([
        { type: 'undecoded' },
      ])
      expect(await read(write(await call(selector)), await stateOf(stranger))).toMatchObject([{ type: 'undecoded' }])
    }
  })
})

describe('an approval', () => {
  const approve = async (owner = payer, ...more: readonly object[]): Promise<SolanaInstruction> => ({
    program: TOKEN_PROGRAM,
    accounts: [
      { address: await associated(payer), isWritable: true },
      { address: mint },
      { address: stranger },
      { address: owner, isSigner: true },
      ...(more as SolanaInstruction['accounts']),
    ],
    data: u64Data(13, 2n ** 64n - 1n, 6),
  })

  it('names who may take how much', async () => {
    expect(await read(write(await approve()))).toEqual([
      { type: 'approval', assetId: tokenId, amount: 2n ** 64n - 1n, spender: stranger },
    ])
  })

  it('of somebody else, or with further signers, is undecoded', async () => {
    for (const one of [await approve(addressOf(6)), await approve(payer, { address: addressOf(6) })])
      expect(await read(write(one))).toMatchObject([{ type: 'undecoded', name: 'Token.approveChecked' }])
  })
})
