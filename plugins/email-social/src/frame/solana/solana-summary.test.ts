import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js-1'
import { describe, expect, it, vi } from 'vitest'
import { summarizeMessage } from './solana-message.js'
import { summarizeTransaction } from './solana-summary.js'
import { readTransaction } from './solana-transaction.js'

vi.stubGlobal('document', { documentElement: { lang: 'en', dir: 'ltr' } })

const payer = Keypair.generate()
const account = payer.publicKey.toBase58()
const [other, mint, tokens] = [0, 0, 0].map(() => Keypair.generate().publicKey) as [PublicKey, PublicKey, PublicKey]
const blockhash = Keypair.generate().publicKey.toBase58()
const token = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const around = { site: 'https://shop.example', network: 'Devnet', account }

const pay = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: other, lamports: 1n })
const keys = (...list: readonly PublicKey[]) =>
  list.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(payer.publicKey), isWritable: true }))
const tokenCall = (data: readonly number[], ...list: readonly PublicKey[]): TransactionInstruction =>
  new TransactionInstruction({ programId: token, keys: keys(...list), data: Buffer.from(data) })
const u64 = (amount: bigint): readonly number[] => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(amount)
  return [...bytes]
}

const bytesOf = (instructions: readonly TransactionInstruction[]): Uint8Array =>
  new Uint8Array(
    new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight: 1 })
      .add(...instructions)
      .serialize({ requireAllSignatures: false, verifySignatures: false }),
  )

/** Rent-exempt minimum of Solana: 3,480 lamports per byte and year for two years, with 128 bytes for the account itself. */
const rent = async (bytes: number): Promise<bigint> => 6960n * BigInt(bytes + 128)

/** Summary shown to the visitor. The node reports `fee`, by default the fee of one signature. If `isKnown` is false, the node does not know the blockhash and reports no fee. */
async function shown(
  instructions: readonly TransactionInstruction[],
  fee: bigint | undefined = 5000n,
  isKnown = true,
  stored: ReadonlyMap<string, Uint8Array> = new Map(),
) {
  const accounts = async (addresses: readonly string[]) => addresses.map((one) => stored.get(one))
  const transaction = await readTransaction(bytesOf(instructions), accounts)
  const reads = { accounts, rent, fee: async () => (isKnown ? fee : undefined) }
  const summary = await summarizeTransaction(transaction, around, reads)
  const facts = [...summary.facts, ...(summary.closingFacts ?? [])]
  return { ...summary, fee: facts.find(({ label }) => label === 'fee')?.value }
}

describe('the fee of a Solana transaction', () => {
  it('is never less than the maximum that the bytes allow, whatever the node reports', async () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5_000_000_000_000n })
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 })
    // 1.4 million units for 5,000,000 lamports each
    expect(await shown([limit, price, pay], 5000n)).toMatchObject({
      fee: '7000.000005 SOL',
      warnings: [expect.stringContaining('fee')],
    })
    expect(await shown([limit, price, pay], undefined, false)).toMatchObject({ fee: '7000.000005 SOL' })
    expect(await shown([pay], 9000n)).toMatchObject({ fee: '0.000009 SOL', warnings: [] })
  })

  it('assumes 200,000 compute units per instruction if the transaction sets no limit', async () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000n })
    expect(await shown([price, pay])).toMatchObject({ title: 'Send 0.000000001 SOL', fee: '0.000205 SOL' })
  })

  it('includes a compute unit price with trailing bytes, although its instruction is shown as an unknown call', async () => {
    const { programId, data } = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000n })
    const longer = new TransactionInstruction({ programId, keys: [], data: Buffer.concat([data, Buffer.from([0])]) })
    const { fee, calls } = await shown([longer, pay])
    expect(fee).toBe('0.000405 SOL')
    expect(calls?.map(({ title }) => title)).toEqual(['Call a program', 'Send 0.000000001 SOL'])
  })
})

describe('the validity of a Solana transaction', () => {
  it('causes a warning if the network does not know its blockhash', async () => {
    const { warnings, fee } = await shown([pay], undefined, false)
    expect(warnings).toEqual([expect.stringContaining('Devnet does not know')])
    expect(fee).toBe('0.000005 SOL')
    expect((await shown([pay])).warnings).toEqual([])
  })

  it('causes a warning if the transaction does not expire', async () => {
    const nonce = SystemProgram.nonceAdvance({ noncePubkey: tokens, authorizedPubkey: payer.publicKey })
    expect(await shown([nonce, pay])).toMatchObject({
      title: 'Send 0.000000001 SOL',
      warnings: [expect.stringContaining('at any time')],
    })
    const longer = new TransactionInstruction({ ...nonce, data: Buffer.concat([nonce.data, Buffer.from([0])]) })
    expect((await shown([longer, pay])).warnings).toEqual([expect.stringContaining('at any time')])
    // the nonce instruction has this effect only as the first instruction
    expect((await shown([pay, nonce])).calls?.map(({ title }) => title)).toEqual([
      'Send 0.000000001 SOL',
      'Call a program',
    ])
  })
})

describe('deposits into token accounts that a Solana transaction opens', () => {
  const token2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
  const open = (by = payer.publicKey, program = token, at = tokens): TransactionInstruction =>
    new TransactionInstruction({
      programId: new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
      keys: keys(by, at, other, mint, SystemProgram.programId, program),
      data: Buffer.from([1]),
    })
  const costs = ({ calls, facts, closingFacts = [] }: Awaited<ReturnType<typeof shown>>) =>
    [...facts, ...(calls ?? []).flatMap((one) => one.facts), ...closingFacts].flatMap(({ label, value }) =>
      label === 'deposit' || label === 'outgoing' ? [`${label} ${value}`] : [],
    )

  it('are listed, and included in the total with the fee and the sent SOL', async () => {
    expect(costs(await shown([open()]))).toEqual(['deposit 0.00203928 SOL', 'outgoing 0.00204428 SOL'])
    expect(costs(await shown([open(), pay]))).toEqual(['deposit 0.00203928 SOL', 'outgoing 0.002044281 SOL'])
    const two = await shown([open(), open(payer.publicKey, token, Keypair.generate().publicKey)])
    expect(costs(two)).toEqual(['deposit 0.00203928 SOL', 'deposit 0.00203928 SOL', 'outgoing 0.00408356 SOL'])
  })

  it('are omitted for accounts that exist or that another account pays for, and counted once for an account that is opened twice', async () => {
    const stored = new Map([[tokens.toBase58(), new Uint8Array(165)]])
    expect(costs(await shown([open(), pay], 5000n, true, stored))).toEqual([])
    expect(costs(await shown([open(), open()]))).toEqual(['deposit 0.00203928 SOL', 'outgoing 0.00204428 SOL'])
    expect(costs(await shown([open(other), pay]))).toEqual([])
  })

  it('increase with the extensions of the token', async () => {
    /** Deposit for a token whose mint has these extensions, by type, with the size of their data. */
    const depositOf = async (extensions: readonly (readonly [number, number])[]) => {
      const bytes = new Uint8Array(400)
      const view = new DataView(bytes.buffer)
      extensions.reduce((at, [type, length]) => {
        view.setUint16(at, type, true)
        view.setUint16(at + 2, length, true)
        return at + 4 + length
      }, 166)
      const stored = new Map([[mint.toBase58(), bytes]])
      return costs(await shown([open(payer.publicKey, token2022)], 5000n, true, stored))[0]
    }
    expect(await depositOf([])).toBe('deposit 0.00207408 SOL') // 170 bytes
    const [transferFee, transferHook, nonTransferable] = [[1, 108] as const, [14, 64] as const, [9, 0] as const]
    expect(await depositOf([transferFee, transferHook])).toBe('deposit 0.0021924 SOL') // 187 bytes
    expect(await depositOf([nonTransferable])).toBe('deposit 0.00210192 SOL') // 174 bytes
  })

  it('have no total if a call is unknown, because that call may cost more', async () => {
    expect(costs(await shown([open(), tokenCall([8, ...u64(1n)], tokens, mint, payer.publicKey)]))).toEqual([
      'deposit 0.00203928 SOL',
    ])
  })
})

describe('the summary of Solana calls that give control or tokens away', () => {
  it('shows the program that an account is assigned to', async () => {
    const assign = SystemProgram.assign({ accountPubkey: payer.publicKey, programId: other })
    const { title, warnings, facts } = await shown([assign])
    expect(title).toBe('Hand an account over to a program')
    expect(warnings).toEqual([expect.stringContaining('for good')])
    expect(facts).toContainEqual({ label: 'program', value: other.toBase58(), format: 'address' })
  })

  it('shows the new owner of a token account; a change of another authority is an unknown call', async () => {
    const owner = tokenCall([6, 2, 1, ...other.toBytes()], tokens, payer.publicKey)
    const { title, warnings, facts } = await shown([owner])
    expect(title).toBe('Hand a token account over')
    expect(warnings).toHaveLength(1)
    expect(facts).toContainEqual({ label: 'to', value: other.toBase58(), format: 'address' })
    expect(await shown([tokenCall([6, 0, 1, ...other.toBytes()], tokens, payer.publicKey)])).toMatchObject({
      title: 'Call a program',
      warnings: [expect.any(String)],
    })
  })

  it('shows who may close a token account, with a warning about wrapped SOL', async () => {
    const closer = tokenCall([6, 3, 1, ...other.toBytes()], tokens, payer.publicKey)
    const { title, warnings, facts } = await shown([closer])
    expect(title).toBe('Let an account close a token account')
    expect(warnings).toEqual([expect.stringContaining('wrapped SOL')])
    expect(facts).toContainEqual({ label: 'to', value: other.toBase58(), format: 'address' })
  })

  it('shows who receives the SOL of a closed token account', async () => {
    const { title, warnings, facts } = await shown([tokenCall([9], tokens, other, payer.publicKey)])
    expect(title).toBe('Close a token account')
    expect(warnings).toEqual([expect.stringContaining('another account')])
    expect(facts).toContainEqual({ label: 'to', value: other.toBase58(), format: 'address' })
    expect((await shown([tokenCall([9], tokens, payer.publicKey, payer.publicKey)])).warnings).toEqual([])
  })

  it('calls an unlimited approval unlimited', async () => {
    const approve = tokenCall([13, ...u64(2n ** 64n - 1n), 6], tokens, mint, other, payer.publicKey)
    expect(await shown([approve])).toMatchObject({ title: 'Allow unlimited spending' })
  })

  it('shows the accounts of a token call that it does not know', async () => {
    const { facts } = await shown([tokenCall([8, ...u64(1n)], tokens, mint, payer.publicKey)])
    expect(facts).toContainEqual({
      label: 'accounts',
      value: [tokens.toBase58(), mint.toBase58(), account].join('\n\n'),
      format: 'data',
    })
  })

  it('shows the sending token account only if another account is its authority', async () => {
    const send = (authority: PublicKey) => shown([tokenCall([12, ...u64(1n), 0], tokens, mint, other, authority), pay])
    const labels = async (authority: PublicKey) => (await send(authority)).calls?.[0]?.facts.map(({ label }) => label)
    expect(await labels(payer.publicKey)).toEqual(['mint', 'to'])
    expect(await labels(other)).toEqual(['mint', 'from', 'to'])
  })
})

describe('messages to sign on Solana', () => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value)
  const refused = expect.objectContaining({ code: -32_602 })
  const transaction = async (): Promise<Uint8Array> =>
    (await readTransaction(bytesOf([pay]), async () => [])).messageBytes.slice()
  const refuses = (bytes: Uint8Array): void => {
    expect(() => summarizeMessage(bytes, around)).toThrow(refused)
  }

  it('are refused if they are transactions, of any version and with trailing bytes', async () => {
    const legacy = await transaction()
    refuses(legacy)
    refuses(Uint8Array.of(...legacy, 0))
    for (const version of [0, 1, 63]) refuses(Uint8Array.of(0x80 + version, ...legacy))
  })

  it('cause a warning and are shown in hex if they are no text', () => {
    const hash = new Uint8Array(32).fill(0x9c)
    expect(summarizeMessage(hash, around)).toMatchObject({
      warnings: [expect.stringContaining('cannot read')],
      facts: expect.arrayContaining([{ label: 'message', value: `0x${'9c'.repeat(32)}`, format: 'data' }]),
    })
    for (const words of ['I was here', 'Ünï', '\nshop\n'.repeat(200), 'x'.repeat(16_000)])
      expect(summarizeMessage(text(words), around).warnings).toEqual([])
  })

  it('cause a warning if they sign in to another site', () => {
    const signIn = (domain: string) => text(`${domain} wants you to sign in with your Solana account:\n${account}`)
    expect(summarizeMessage(signIn('shop.example'), around).warnings).toEqual([])
    expect(summarizeMessage(signIn('bank.example'), around).warnings).toEqual([
      expect.stringContaining('bank.example, not to shop.example'),
    ])
  })
})
