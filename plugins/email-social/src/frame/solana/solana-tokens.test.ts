import { Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js-1'
import { describe, expect, it, vi } from 'vitest'
import { summarizeTransaction } from './solana-summary.js'
import { readTransaction } from './solana-transaction.js'

vi.stubGlobal('document', { documentElement: { lang: 'en', dir: 'ltr' } })

const payer = Keypair.generate().publicKey
const [other, mint, tokens] = [0, 0, 0].map(() => Keypair.generate().publicKey) as [PublicKey, PublicKey, PublicKey]
const around = { site: 'https://shop.example', network: 'Devnet', account: payer.toBase58() }

/** `TransferChecked` of 1.5 tokens with 6 decimals. */
function send(of = mint): TransactionInstruction {
  const data = Buffer.alloc(10)
  data[0] = 12
  data.writeBigUInt64LE(1_500_000n, 1)
  data[9] = 6
  const keys = [tokens, of, other, payer].map((pubkey) => ({ pubkey, isSigner: pubkey === payer, isWritable: true }))
  return new TransactionInstruction({
    programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    keys,
    data,
  })
}

/** Summary of a transaction on a chain with these accounts. */
async function shown(instruction: TransactionInstruction, stored: Readonly<Record<string, Uint8Array>>) {
  const blockhash = Keypair.generate().publicKey.toBase58()
  const transaction = new Transaction({ feePayer: payer, blockhash, lastValidBlockHeight: 1 }).add(instruction)
  const bytes = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
  const accounts = async (accountAddresses: readonly string[]) => accountAddresses.map((one) => stored[one])
  const reads = { accounts, rent: async () => 0n, fee: async () => 5000n }
  return summarizeTransaction(await readTransaction(new Uint8Array(bytes), accounts), around, reads)
}

describe('the token of a Solana transfer', () => {
  const text = (value: string, size = Buffer.byteLength(value)): readonly number[] => {
    const bytes = Buffer.alloc(4 + size)
    bytes.writeUInt32LE(size)
    bytes.write(value, 4)
    return [...bytes]
  }
  const metaplex = (name: string, symbol: string, of = mint): Uint8Array =>
    Uint8Array.from([4, ...other.toBytes(), ...of.toBytes(), ...text(name, 32), ...text(symbol, 10), ...text('', 200)])
  const extension = (kind: number, data: readonly number[]) => [kind, 0, data.length % 256, data.length >> 8, ...data]
  const inMint = (name: string, symbol: string, pointer = mint): Uint8Array => {
    const metadata = [...other.toBytes(), ...mint.toBytes(), ...text(name), ...text(symbol), ...text('')]
    return Uint8Array.from([
      ...new Array(165).fill(0),
      1,
      ...extension(18, [...other.toBytes(), ...pointer.toBytes()]),
      ...extension(19, metadata),
    ])
  }
  const program = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
  const [metadata] = PublicKey.findProgramAddressSync(
    [Buffer.from('metadata'), program.toBytes(), mint.toBytes()],
    program,
  )
  const seen = async (stored: Readonly<Record<string, Uint8Array>>, call = send()) => {
    const { title, facts, warnings } = await shown(call, stored)
    expect(facts.some(({ label }) => label === 'mint')).toBe(true)
    return { title, name: facts.find(({ label }) => label === 'tokenName')?.value, warnings }
  }
  const named = { title: 'Send 1.5 SHL', name: 'Shell (SHL)', warnings: [] }
  const unnamed = { title: 'Send 1.5 of the token below', name: undefined, warnings: [] }

  it('is shown with the name in its metadata account or mint, and with the mint address', async () => {
    expect(await seen({ [metadata.toBase58()]: metaplex('Shell', 'SHL') })).toEqual(named)
    expect(await seen({ [mint.toBase58()]: inMint('Shell', 'SHL') })).toEqual(named)
    expect(await seen({})).toEqual(unnamed)
  })

  it('has no name if the metadata belong to another mint or cannot be parsed', async () => {
    const cut = metaplex('Shell', 'SHL').slice(0, 90)
    for (const data of [metaplex('Shell', 'SHL', other), cut, Uint8Array.of(4), Uint8Array.of()])
      expect(await seen({ [metadata.toBase58()]: data })).toEqual(unnamed)
    for (const data of [inMint('Shell', 'SHL', other), inMint('Shell', 'SHL').slice(0, 240)])
      expect(await seen({ [mint.toBase58()]: data })).toEqual(unnamed)
  })

  it.each(['', 'SHL to Bob', 'A\u202eB', 'S\nL', 'US\u200cDC', 'USDC\u200d', 'X'.repeat(21)])(
    'is shown without a name if its symbol is %j',
    async (symbol) => {
      expect(await seen({ [mint.toBase58()]: inMint('Shell', symbol) })).toEqual(unnamed)
    },
  )

  it.each(['USDC', 'usdc', 'ＵＳＤＣ', 'SOL', 'USD\u0421', 'S0L', 'ÚSDT'])(
    'is shown without a name and with a warning if it pretends to be %s',
    async (symbol) => {
      expect(await seen({ [mint.toBase58()]: inMint('USD Coin', symbol) })).toEqual({
        ...unnamed,
        warnings: [`This token calls itself ${symbol}, but it is not the known token of that name.`],
      })
    },
  )

  it('has the built-in name of a known mint, even if its data contain another name', async () => {
    const dollars = new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
    expect(await seen({ [dollars.toBase58()]: inMint('Other', 'OTH') }, send(dollars))).toEqual({
      title: 'Send 1.5 USDC',
      name: 'USD Coin (USDC)',
      warnings: [],
    })
  })
})
