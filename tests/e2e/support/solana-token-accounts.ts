import {
  type Connection,
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js-1'
import { associatedOf, programs } from './solana-client.js'

const { token2022: program } = programs
const ACCOUNT_LENGTH = 165

async function run(
  connection: Connection,
  instructions: readonly TransactionInstruction[],
  [payer, ...signers]: readonly [Keypair, ...Keypair[]],
): Promise<void> {
  const { blockhash } = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(...instructions)
  transaction.sign(payer, ...signers)
  await connection.sendRawTransaction(transaction.serialize())
}

/** Instruction of Token-2022. `accounts`: those that are written, then those that are not. `signer` is the last account. */
const tokenCall = (
  data: readonly number[],
  signer: PublicKey,
  { written, read = [] }: { readonly written: readonly PublicKey[]; readonly read?: readonly PublicKey[] },
): TransactionInstruction =>
  new TransactionInstruction({
    programId: program,
    keys: [
      ...written.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(signer), isWritable: true })),
      ...read.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })),
      { pubkey: signer, isSigner: true, isWritable: false },
    ],
    data: Buffer.from(data),
  })

/** Moves an amount below 256 from the owner's associated token account to another token account of the owner. */
export async function moveToSecondAccount(
  connection: Connection,
  owner: Keypair,
  { mint, amount }: { readonly mint: PublicKey; readonly amount: number },
): Promise<void> {
  const second = Keypair.generate()
  const creation = SystemProgram.createAccount({
    ...{ fromPubkey: owner.publicKey, newAccountPubkey: second.publicKey, space: ACCOUNT_LENGTH, programId: program },
    lamports: await connection.getMinimumBalanceForRentExemption(ACCOUNT_LENGTH),
  })
  const initialization = new TransactionInstruction({
    programId: program,
    keys: [
      { pubkey: second.publicKey, isSigner: false, isWritable: true },
      { pubkey: mint, isSigner: false, isWritable: false },
    ],
    data: Buffer.concat([Buffer.from([18]), owner.publicKey.toBuffer()]),
  })
  const written = [associatedOf(owner.publicKey, mint, program), second.publicKey]
  const transfer = tokenCall([3, amount, 0, 0, 0, 0, 0, 0, 0], owner.publicKey, { written })
  await run(connection, [creation, initialization, transfer], [owner, second])
}

/** Makes the owner's associated token account, which must exist, require a memo before incoming transfers (extension 8). */
export async function requireMemo(connection: Connection, owner: Keypair, mint: PublicKey): Promise<void> {
  const account = associatedOf(owner.publicKey, mint, program)
  const enlargement = tokenCall([29, 8, 0], owner.publicKey, {
    ...{ written: [account, owner.publicKey], read: [SystemProgram.programId] },
  })
  await run(connection, [enlargement, tokenCall([30, 0], owner.publicKey, { written: [account] })], [owner])
}

const f64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

/** Extension "scaled UI amount" of a mint. */
export const scaledBy = (multiplier: number, authority: PublicKey) => ({
  length: 226,
  instruction: () => Buffer.concat([Buffer.from([43, 0]), authority.toBuffer(), f64(multiplier)]),
})

/** Extension "interest-bearing" of a mint. `rate`: basis points a year, up to 32767. */
export const bearingInterest = (rate: number, authority: PublicKey) => ({
  length: 222,
  instruction: () => Buffer.concat([Buffer.from([33, 0]), authority.toBuffer(), Buffer.from([rate & 255, rate >> 8])]),
})

/** Sets another multiplier of a scaled mint, from a time on (in seconds since 1970). */
export async function announceMultiplier(
  connection: Connection,
  owner: Keypair,
  { mint, multiplier, from }: { readonly mint: PublicKey; readonly multiplier: number; readonly from: number },
): Promise<void> {
  const start = Buffer.alloc(8)
  start.writeBigInt64LE(BigInt(from))
  const data = [43, 1, ...f64(multiplier), ...start]
  await run(connection, [tokenCall(data, owner.publicKey, { written: [mint] })], [owner])
}

/** Displayed amount as the token program computes it (`AmountToUiAmount`), from a simulation. */
export async function uiAmountOf(
  connection: Connection,
  payer: Keypair,
  { mint, amount }: { readonly mint: PublicKey; readonly amount: bigint },
): Promise<string> {
  const data = Buffer.alloc(9)
  data[0] = 23
  data.writeBigUInt64LE(amount, 1)
  const { blockhash } = await connection.getLatestBlockhash()
  const keys = [{ pubkey: mint, isSigner: false, isWritable: false }]
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(
    new TransactionInstruction({ programId: program, keys, data }),
  )
  const { value } = await connection.simulateTransaction(transaction, [payer])
  const [, text = ''] = /^Program return: \S+ (\S+)$/m.exec((value.logs ?? []).join('\n')) ?? []
  if (value.err || text === '') throw new Error(`no displayed amount: ${JSON.stringify(value)}`)
  return Buffer.from(text, 'base64').toString('utf8')
}
