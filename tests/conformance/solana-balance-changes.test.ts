import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js-1'
import type { AssetAmount, TransactionReview } from '@wallet-modal/kernel'
import { localSolanaNetwork, type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import type { SolanaInstruction } from '@wallet-modal/solana'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handler } from '../e2e/support/handler.js'
import { associatedOf, programs, solanaClient } from '../e2e/support/solana-client.js'
import { createSolanaHandler } from '../e2e/support/solana-handler.js'

const { caipNetworkId } = localSolanaNetwork
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const SOL = 10n ** 9n
const key = Keypair.generate()
const own = key.publicKey.toBase58()
const coin = `${caipNetworkId}/slip44:501`

let sandbox: Sandbox
let handler: Handler
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  handler = await createSolanaHandler(sandbox.url, key)
  await sandboxAt(sandbox.url).fund({ address: own, chainId: caipNetworkId, amount: 10n * SOL })
}, 60_000)
afterAll(async () => {
  handler?.[Symbol.dispose]()
  await sandbox?.stop()
})

const client = () => solanaClient(sandbox.url)

/** A token program's instruction on these accounts. The last account signs. */
function tokenCall(program: PublicKey, accounts: readonly PublicKey[], data: readonly number[]): SolanaInstruction {
  return {
    program: program.toBase58(),
    accounts: accounts.map((one, at) => ({
      address: one.toBase58(),
      isSigner: at === accounts.length - 1,
      isWritable: at < accounts.length - 1,
    })),
    data: Uint8Array.from(data),
  }
}

/** Submits, and returns the sender's balance changes without the fee, read with another library. */
async function submitAndMeasure(
  { review, submit }: { readonly review: TransactionReview; submit(): Promise<{ readonly status: string }> },
  tokens: readonly (readonly [PublicKey, PublicKey])[] = [],
): Promise<readonly AssetAmount[]> {
  const read = () =>
    Promise.all([
      client().lamports(key.publicKey),
      ...tokens.map(async ([mint, program]) => (await client().tokens(key.publicKey, mint, program)) ?? 0n),
    ])
  const before = await read()
  expect(await submit()).toMatchObject({ status: 'sent' })
  const after = await read()
  const { fee } = review
  if (fee === 'setByWallet') throw new Error('there is no fee')
  const ids = [coin, ...tokens.map(([mint]) => `${caipNetworkId}/token:${mint}`)]
  return ids
    .map((assetId, at) => ({ assetId, amount: (after[at] ?? 0n) - (before[at] ?? 0n) + (at === 0 ? fee : 0n) }))
    .filter(({ amount }) => amount !== 0n)
}

describe('the balance changes of a review match those on the chain', () => {
  it('for sent coins', async () => {
    const token = { assetId: coin }
    const prepared = await handler.prepare({ token, receiver: Keypair.generate().publicKey.toBase58(), amount: SOL })
    const { balanceChanges } = prepared.review
    expect(balanceChanges).toEqual([{ assetId: coin, amount: -SOL }])
    expect(await submitAndMeasure(prepared)).toEqual(balanceChanges)
  })

  it.each([
    ['Token', programs.token],
    ['Token-2022', programs.token2022],
  ])('for a token of the %s program, with the rent of the created account', async (_, program) => {
    const mint = await client().mint(key, { program, decimals: 6, amount: 1_000_000n })
    const address = mint.toBase58()
    const token = { assetId: `${caipNetworkId}/token:${address}`, address, decimals: 6, symbol: 'TOK' }
    const prepared = await handler.prepare({ token, receiver: Keypair.generate().publicKey.toBase58(), amount: 7n })
    const { balanceChanges, extras } = prepared.review
    expect(balanceChanges).toEqual([
      { assetId: coin, amount: -(extras[0]?.amount ?? 0n) },
      { assetId: token.assetId, amount: -7n },
    ])
    expect(await submitAndMeasure(prepared, [[mint, program]])).toEqual(balanceChanges)
  })

  it.each([
    ['a permanent delegate', 'permanentDelegate', 202, () => Buffer.from([35, ...key.publicKey.toBytes()])],
    [
      'a transfer fee',
      'transferFee',
      278,
      // fee of 100 %, at most 2^64 - 1, without authorities
      () => Buffer.from([26, 0, 0, 0, 0x10, 0x27, ...new Uint8Array(8).fill(255)]),
    ],
    ['transfers that can be paused', 'pausable', 203, () => Buffer.from([44, 0, ...key.publicKey.toBytes()])],
    [
      'a transfer hook',
      'transferHook',
      234,
      () => Buffer.from([36, 0, ...key.publicKey.toBytes(), ...Keypair.generate().publicKey.toBytes()]),
    ],
  ] as const)('for a received Token-2022 token with %s, with a warning', async (_, code, length, instruction) => {
    const program = programs.token2022
    const extension = { length, instruction }
    const mint = await client().mint(key, { program, decimals: 6, amount: 5n, extension })
    const account = associatedOf(key.publicKey, mint, program)
    const prepared = await handler.prepareCalls([
      tokenCall(program, [mint, account, key.publicKey], [7, 9, 0, 0, 0, 0, 0, 0, 0]), // mints 9 tokens to the sender
    ])
    const assetId = `${caipNetworkId}/token:${mint}`
    expect(prepared.review.balanceChanges).toEqual([{ assetId, amount: 9n }])
    expect(prepared.review.assetRisks).toEqual([{ assetId, code }])
    expect(await submitAndMeasure(prepared, [[mint, program]])).toEqual(prepared.review.balanceChanges)
    const burnt = await handler.prepareCalls([
      tokenCall(program, [account, mint, key.publicKey], [8, 1, 0, 0, 0, 0, 0, 0, 0]),
    ])
    expect(burnt.review.balanceChanges).toEqual([{ assetId, amount: -1n }])
    expect(burnt.review.assetRisks).toBeUndefined()
  })

  it('for a received token whose mint is created in the same transaction, with a warning', async () => {
    const program = programs.token2022
    const mint = await PublicKey.createWithSeed(key.publicKey, 'mint', program)
    const account = associatedOf(key.publicKey, mint, program)
    const created = SystemProgram.createAccountWithSeed({
      ...{ fromPubkey: key.publicKey, newAccountPubkey: mint, basePubkey: key.publicKey, seed: 'mint' },
      ...{ lamports: 5_000_000, space: 202, programId: program },
    })
    const onMint = (data: readonly number[]): SolanaInstruction => ({
      ...{ program: program.toBase58(), accounts: [{ address: mint.toBase58(), isWritable: true }] },
      data: Uint8Array.from(data),
    })
    const { review } = await handler.prepareCalls([
      {
        program: created.programId.toBase58(),
        accounts: created.keys.map(({ pubkey, ...one }) => ({ address: pubkey.toBase58(), ...one })),
        data: created.data,
      },
      onMint([35, ...key.publicKey.toBytes()]), // permanent delegate
      onMint([20, 6, ...key.publicKey.toBytes(), 0]),
      {
        program: ASSOCIATED,
        accounts: [
          { address: own, isSigner: true, isWritable: true },
          { address: account.toBase58(), isWritable: true },
          ...[key.publicKey, mint, SystemProgram.programId, program].map((one) => ({ address: one.toBase58() })),
        ],
        data: Uint8Array.of(1),
      },
      tokenCall(program, [mint, account, key.publicKey], [7, 9, 0, 0, 0, 0, 0, 0, 0]),
    ])
    const assetId = `${caipNetworkId}/token:${mint}`
    expect(review.balanceChanges).toContainEqual({ assetId, amount: 9n })
    expect(review.assetRisks).toEqual([{ assetId, code: 'permanentDelegate' }])
  })

  it('for known and unknown instructions, one of which closes a token account', async () => {
    const { token } = programs
    const [mint, empty] = [
      await client().mint(key, { program: token, decimals: 6, amount: 500n }),
      await client().mint(key, { program: token, decimals: 0, amount: 0n }),
    ]
    const friend = Keypair.generate().publicKey
    const source = associatedOf(key.publicKey, mint, token)
    const calls: readonly SolanaInstruction[] = [
      {
        program: ASSOCIATED,
        accounts: [
          { address: own, isSigner: true, isWritable: true },
          { address: associatedOf(friend, mint, token).toBase58(), isWritable: true },
          ...[friend, mint, SystemProgram.programId, token].map((one) => ({ address: one.toBase58() })),
        ],
        data: Uint8Array.of(1),
      },
      tokenCall(token, [source, associatedOf(friend, mint, token), key.publicKey], [3, 200, 0, 0, 0, 0, 0, 0, 0]),
      tokenCall(token, [source, friend, key.publicKey], [4, 9, 0, 0, 0, 0, 0, 0, 0]),
      { program: MEMO, accounts: [], data: new TextEncoder().encode('thanks') },
      tokenCall(token, [associatedOf(key.publicKey, empty, token), key.publicKey, key.publicKey], [9]),
    ]
    const prepared = await handler.prepareCalls(calls)
    const { review } = prepared
    const assetId = `${caipNetworkId}/token:${mint}`
    expect(review.actions).toEqual([
      { type: 'transfer', assetId, amount: 200n, from: own, to: friend.toBase58() },
      { type: 'approval', assetId, amount: 9n, spender: friend.toBase58() },
      { type: 'unknown', target: MEMO, call: 'Memo' },
      { type: 'unknown', target: token.toBase58(), call: 'Token.0x09' },
    ])
    // the rent of the created account equals that of the closed one
    expect(review.balanceChanges).toEqual([{ assetId, amount: -200n }])
    const measured = await submitAndMeasure(prepared, [
      [mint, token],
      [empty, token],
    ])
    expect(measured).toEqual(review.balanceChanges)
    expect(await client().tokens(friend, mint, token)).toBe(200n)
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it('a call that the chain would refuse is rejected, and no balance changes', async () => {
    const before = await client().lamports(key.publicKey)
    const stake = { program: 'Stake11111111111111111111111111111111111111', accounts: [], data: new Uint8Array(4) }
    await expect(handler.prepareCalls([stake])).rejects.toMatchObject({ code: 'NOT_SENT' })
    expect(await client().lamports(key.publicKey)).toBe(before)
  })
})
