import { Connection, Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js-1'
import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { seedOf } from './solana.js'

export const programs = {
  token: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  token2022: new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
} as const
const ASSOCIATED = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

export const keypairOf = (seed: number): Keypair => Keypair.fromSeed(Buffer.from(seedOf(seed), 'hex'))
export const associatedOf = (owner: PublicKey, mint: PublicKey, program: PublicKey): PublicKey =>
  PublicKey.findProgramAddressSync([owner.toBytes(), program.toBytes(), mint.toBytes()], ASSOCIATED)[0]

interface MintPlan {
  readonly program: PublicKey
  readonly decimals: number
  readonly amount: bigint
  /** For a token extension: size of the mint account in bytes, and the instruction that must precede the initialization of the mint. */
  readonly extension?: { readonly length: number; readonly instruction: (mint: PublicKey) => Buffer }
  /** Metadata stored in the mint itself; requires {@link pointer}. */
  readonly named?: { readonly name: string; readonly symbol: string }
}

const u64 = (amount: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(amount)
  return bytes
}

/** Token-2022 extension "metadata pointer", with a pointer to the mint itself. */
export const pointer = (authority: PublicKey) => ({
  length: 234,
  instruction: (mint: PublicKey) => Buffer.concat([Buffer.from([39, 0]), authority.toBuffer(), mint.toBuffer()]),
})

const borsh = (text: string): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(Buffer.byteLength(text))
  return Buffer.concat([length, Buffer.from(text)])
}

interface PaymentPlan {
  readonly mint: PublicKey
  readonly program: PublicKey
  readonly amount: bigint
}

/** A separate client with web3.js version 1, which reads the chain and creates tokens. */
export function solanaClient(sandboxUrl: string) {
  const connection = new Connection(`${sandboxUrl}/v1/?chainId=${localSolanaNetwork.caipNetworkId}`, 'confirmed')
  const run = async (
    payer: Keypair,
    instructions: readonly TransactionInstruction[],
    ...signers: readonly Keypair[]
  ) => {
    const { blockhash } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(...instructions)
    transaction.sign(payer, ...signers)
    const signature = await connection.sendRawTransaction(transaction.serialize())
    const { value } = await connection.getSignatureStatuses([signature])
    if (!value[0] || value[0].err) throw new Error(`${signature}: ${JSON.stringify(value[0]?.err)}`)
  }
  const create = (payer: PublicKey, owner: PublicKey, mint: PublicKey, program: PublicKey) =>
    new TransactionInstruction({
      programId: ASSOCIATED,
      keys: [
        { pubkey: payer, isSigner: true, isWritable: true },
        { pubkey: associatedOf(owner, mint, program), isSigner: false, isWritable: true },
        ...[owner, mint, SystemProgram.programId, program].map((pubkey) => ({
          pubkey,
          isSigner: false,
          isWritable: false,
        })),
      ],
      data: Buffer.from([1]),
    })
  return {
    connection,
    lamports: async (address: PublicKey) => BigInt(await connection.getBalance(address)),
    /** `undefined` if the account does not exist. */
    async tokens(owner: PublicKey, mint: PublicKey, program: PublicKey): Promise<bigint | undefined> {
      const account = await connection.getAccountInfo(associatedOf(owner, mint, program))
      return account?.data.readBigUInt64LE(64)
    },
    /** Creates a token and mints its supply to the payer. */
    async mint(payer: Keypair, { program, decimals, amount, extension, named }: MintPlan): Promise<PublicKey> {
      const mint = Keypair.generate()
      const space = extension?.length ?? 82
      const call = (keys: readonly PublicKey[], data: Buffer) =>
        new TransactionInstruction({
          programId: program,
          keys: keys.map((pubkey, at) => ({ pubkey, isSigner: pubkey.equals(payer.publicKey), isWritable: at < 2 })),
          data,
        })
      const target = associatedOf(payer.publicKey, mint.publicKey, program)
      const authority = payer.publicKey.toBuffer()
      await run(
        payer,
        [
          SystemProgram.createAccount({
            fromPubkey: payer.publicKey,
            newAccountPubkey: mint.publicKey,
            lamports: await connection.getMinimumBalanceForRentExemption(space + (named ? 200 : 0)),
            space,
            programId: program,
          }),
          ...(extension ? [call([mint.publicKey], extension.instruction(mint.publicKey))] : []),
          call([mint.publicKey], Buffer.concat([Buffer.from([20, decimals]), authority, Buffer.from([1]), authority])),
          ...(named
            ? [
                new TransactionInstruction({
                  programId: program,
                  keys: [mint.publicKey, payer.publicKey, mint.publicKey, payer.publicKey].map((pubkey, at) => ({
                    pubkey,
                    isSigner: at === 3,
                    isWritable: at === 0,
                  })),
                  // the first 8 bytes of the hash of "spl_token_metadata_interface:initialize_account"
                  data: Buffer.concat([
                    Buffer.from('d2e11ea258b84d8d', 'hex'),
                    borsh(named.name),
                    borsh(named.symbol),
                    borsh(''),
                  ]),
                }),
              ]
            : []),
          create(payer.publicKey, payer.publicKey, mint.publicKey, program),
          call([mint.publicKey, target, payer.publicKey], Buffer.concat([Buffer.from([7]), u64(amount)])),
        ],
        mint,
      )
      return mint.publicKey
    },
    /** Pays tokens. Creates the receiver's token account if it does not exist. */
    async pay(payer: Keypair, to: PublicKey, { mint, program, amount }: PaymentPlan): Promise<void> {
      const [from, target] = [payer.publicKey, to].map((owner) => associatedOf(owner, mint, program))
      if (!from || !target) throw new Error('There is no account.')
      const keys = [from, target, payer.publicKey].map((pubkey, at) => ({
        ...{ pubkey, isSigner: at === 2, isWritable: at < 2 },
      }))
      const transfer = new TransactionInstruction({
        programId: program,
        keys,
        data: Buffer.concat([Buffer.from([3]), u64(amount)]),
      })
      const isOpen = (await connection.getAccountInfo(target)) !== null
      await run(payer, [...(isOpen ? [] : [create(payer.publicKey, to, mint, program)]), transfer])
    },
    /** Sends more than the balance and skips the node's preflight check, so that the transaction fails on the chain. */
    async fail(payer: Keypair): Promise<void> {
      const { blockhash } = await connection.getLatestBlockhash()
      const lamports = 1_000_000_000_000_000
      const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(
        SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: Keypair.generate().publicKey, lamports }),
      )
      transaction.sign(payer)
      await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
    },
    /** Freezes the owner's token account. `issuer` is the token's freeze authority. */
    async freeze(issuer: Keypair, owner: PublicKey, mint: PublicKey, program: PublicKey): Promise<void> {
      const keys = [associatedOf(owner, mint, program), mint, issuer.publicKey].map((pubkey, at) => ({
        pubkey,
        isSigner: at === 2,
        isWritable: at === 0,
      }))
      await run(issuer, [new TransactionInstruction({ programId: program, keys, data: Buffer.from([10]) })])
    },
  }
}
