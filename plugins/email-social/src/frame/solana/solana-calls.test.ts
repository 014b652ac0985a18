import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js-1'
import { describe, expect, it } from 'vitest'
import { createdTokenAccounts, describeCall, receivingTokenAccounts } from './solana-calls.js'
import { isTransactionMessage, readTransaction, withSignature } from './solana-transaction.js'

const payer = Keypair.generate()
const other = Keypair.generate().publicKey
const account = payer.publicKey.toBase58()
const blockhash = Keypair.generate().publicKey.toBase58()
const token = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const noAccounts = async (): Promise<never> => {
  throw new Error('The test must not read an account.')
}

const legacy = (...instructions: readonly TransactionInstruction[]): Uint8Array =>
  new Uint8Array(
    new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight: 1 })
      .add(...instructions)
      .serialize({ requireAllSignatures: false, verifySignatures: false }),
  )
const keys = (...list: readonly PublicKey[]) =>
  list.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(payer.publicKey), isWritable: true }))
const u64 = (amount: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(amount)
  return bytes
}

const summaries = async (bytes: Uint8Array) => {
  const { instructions } = await readTransaction(bytes, noAccounts)
  const owners = createdTokenAccounts(instructions)
  return instructions.map((one) =>
    describeCall(one, account, { ownerOf: (at) => owners.get(at), tokenOf: () => undefined }),
  )
}

describe('reading a Solana transaction', () => {
  it('shows a SOL transfer with its exact amount and receiver', async () => {
    const pay = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: other, lamports: 1_250_000_001n })
    expect(await summaries(legacy(pay))).toEqual([
      {
        title: 'Send 1.250000001 SOL',
        facts: [{ label: 'to', value: other.toBase58(), format: 'address' }],
        warnings: [],
      },
    ])
  })

  it('shows the owner of a token account as the receiver if the transaction opens that account', async () => {
    const [mint, paid, owner] = [0, 0, 0].map(() => Keypair.generate().publicKey) as [PublicKey, PublicKey, PublicKey]
    const open = new TransactionInstruction({
      programId: new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
      keys: keys(payer.publicKey, paid, owner, mint, SystemProgram.programId, token),
      data: Buffer.from([1]),
    })
    const send = new TransactionInstruction({
      programId: token,
      keys: keys(other, mint, paid, payer.publicKey),
      data: Buffer.concat([Buffer.from([12]), u64(1_500_000n), Buffer.from([6])]),
    })
    const bytes = legacy(open, send)
    const { instructions } = await readTransaction(bytes, noAccounts)
    expect(receivingTokenAccounts(instructions)).toEqual([paid.toBase58()])
    expect((await summaries(bytes))[1]).toEqual({
      title: 'Send 1.5 of the token below',
      facts: [
        { label: 'mint', value: mint.toBase58(), format: 'address' },
        { label: 'to', value: owner.toBase58(), format: 'address' },
        { label: 'tokenAccount', value: paid.toBase58(), format: 'address' },
      ],
      warnings: [],
    })
  })

  it('warns of an approval and of every unknown instruction', async () => {
    const approve = new TransactionInstruction({
      programId: token,
      keys: keys(other, Keypair.generate().publicKey, payer.publicKey),
      data: Buffer.concat([Buffer.from([4]), u64(7n)]),
    })
    const allocate = SystemProgram.allocate({ accountPubkey: payer.publicKey, space: 8 })
    const [approval, unknown] = await summaries(legacy(approve, allocate))
    expect(approval).toMatchObject({
      title: 'Allow spending of 7 smallest units of a token',
      warnings: [expect.stringContaining('at any time')],
    })
    expect(unknown).toMatchObject({ title: 'Call a program', warnings: [expect.stringContaining('cannot read')] })
    expect(unknown?.facts.map(({ label }) => label)).toEqual(['program', 'accounts', 'data'])
  })

  it('lists only the writable accounts of an unknown call', async () => {
    const [programId, changed, read, signs] = Array.from({ length: 4 }, () => Keypair.generate().publicKey) as [
      PublicKey,
      PublicKey,
      PublicKey,
      PublicKey,
    ]
    const call = new TransactionInstruction({
      programId,
      keys: [
        { pubkey: payer.publicKey, isSigner: true, isWritable: true },
        { pubkey: signs, isSigner: true, isWritable: false },
        { pubkey: changed, isSigner: false, isWritable: true },
        { pubkey: read, isSigner: false, isWritable: false },
      ],
      data: Buffer.from([1]),
    })
    const [unknown] = await summaries(legacy(call))
    expect(unknown?.facts[1]).toEqual({
      label: 'writable',
      value: `${account}\n\n${changed.toBase58()}`,
      format: 'data',
    })
  })

  it('resolves lookup tables, and refuses a missing table', async () => {
    const table = Keypair.generate().publicKey
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: other, lamports: 5n })],
    }).compileToV0Message([
      {
        key: table,
        isActive: () => true,
        state: { deactivationSlot: 0n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses: [other] },
      },
    ])
    const bytes = new VersionedTransaction(message).serialize()
    const contents = new Uint8Array(56 + 32)
    contents.set(other.toBytes(), 56)
    const { instructions } = await readTransaction(bytes, async (tableAddresses) => {
      expect(tableAddresses).toEqual([table.toBase58()])
      return [contents]
    })
    expect(instructions[0]?.accounts).toEqual([account, other.toBase58()])
    expect(instructions[0]?.writable).toEqual([account, other.toBase58()])
    await expect(readTransaction(bytes, async () => [undefined])).rejects.toMatchObject({ code: -32_602 })
  })

  it('refuses truncated bytes and trailing bytes, and distinguishes messages from transactions', async () => {
    const pay = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: other, lamports: 1n })
    const bytes = legacy(pay)
    for (const wrong of [bytes.slice(1), bytes.slice(0, -1), Uint8Array.of(...bytes, 0), new Uint8Array(2000)])
      await expect(readTransaction(wrong, noAccounts)).rejects.toMatchObject({ code: -32_602 })
    const { messageBytes } = await readTransaction(bytes, noAccounts)
    expect(isTransactionMessage(messageBytes)).toBe(true)
    expect(isTransactionMessage(new TextEncoder().encode('shop.example wants you to sign in'))).toBe(false)
  })

  it('inserts a signature at the position of its signer', async () => {
    const bytes = legacy(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: other, lamports: 1n }))
    const transaction = await readTransaction(bytes, noAccounts)
    const signed = Transaction.from(withSignature(transaction, account, new Uint8Array(64).fill(9)))
    expect(signed.signature).toEqual(Buffer.alloc(64, 9))
  })
})
