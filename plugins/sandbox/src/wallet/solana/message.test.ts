import { base58 } from '@scure/base'
import * as kit from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTransactionMessage, parseMessage, parseTransaction } from './message.js'

const address = (fill: number): kit.Address => kit.address(base58.encode(new Uint8Array(32).fill(fill)))
const blockhash = kit.blockhash(base58.encode(new Uint8Array(32).fill(9)))
const SYSTEM = kit.address('11111111111111111111111111111111')

const instruction = {
  programAddress: SYSTEM,
  accounts: [
    { address: address(1), role: kit.AccountRole.WRITABLE_SIGNER },
    { address: address(2), role: kit.AccountRole.WRITABLE },
    { address: address(3), role: kit.AccountRole.READONLY },
  ],
  data: new Uint8Array([1, 2, 3]),
}

const lifetime = { blockhash, lastValidBlockHeight: 1_000n }

/** Compiles a transaction with @solana/kit. */
function compile(version: 'legacy' | 0, tables: kit.AddressesByLookupTableAddress = {}): Uint8Array {
  const empty = {
    legacy: kit.createTransactionMessage({ version: 'legacy' }),
    0: kit.createTransactionMessage({ version: 0 }),
  }
  const compiled =
    version === 'legacy'
      ? kit.pipe(
          empty.legacy,
          (one) => kit.setTransactionMessageFeePayer(address(1), one),
          (one) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
          (one) => kit.appendTransactionMessageInstruction(instruction, one),
          kit.compileTransaction,
        )
      : kit.pipe(
          empty[0],
          (one) => kit.setTransactionMessageFeePayer(address(1), one),
          (one) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
          (one) => kit.appendTransactionMessageInstruction(instruction, one),
          (one) => kit.compressTransactionMessageUsingAddressLookupTables(one, tables),
          kit.compileTransaction,
        )
  return new Uint8Array(kit.getTransactionEncoder().encode(compiled))
}

describe('parseTransaction', () => {
  it.each(['legacy', 0] as const)('parses version %s', (version) => {
    const { message, messageBytes, signatures } = parseTransaction(compile(version))
    const [read] = message.instructions
    expect(message.accounts[0]).toBe(address(1))
    expect(message.signerCount).toBe(1)
    expect(message.accounts[read?.programIndex ?? -1]).toBe(SYSTEM)
    expect(read?.accountIndexes.map((index) => message.accounts[index])).toEqual([address(1), address(2), address(3)])
    expect([...(read?.data ?? [])]).toEqual([1, 2, 3])
    expect(signatures).toEqual([new Uint8Array(64)])
    expect(messageBytes).toEqual(compile(version).slice(65))
  })

  it('parses address table lookups, writable accounts first', () => {
    const table = address(7)
    const { message } = parseTransaction(compile(0, { [table]: [address(5), address(3), address(2)] }))
    expect(message.lookups).toEqual([{ table, writable: [2], readable: [1] }])
    const indexes = message.instructions[0]?.accountIndexes ?? []
    expect(indexes).toEqual([0, message.accounts.length, message.accounts.length + 1])
  })

  it('rejects truncated bytes and trailing bytes', () => {
    for (const version of ['legacy', 0] as const) {
      const whole = compile(version)
      for (let length = 0; length < whole.length; length++)
        expect(() => parseTransaction(whole.slice(0, length))).toThrow()
      expect(() => parseTransaction(new Uint8Array([...whole, 0]))).toThrow('malformed')
    }
  })

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['of version 1', (bytes) => bytes.with(65, 0x81)],
    ['with more signatures than signers', (bytes) => new Uint8Array([2, ...bytes.slice(1, 65), ...bytes.slice(1)])],
    ['with a readonly fee payer', (bytes) => bytes.with(67, 1)],
    ['with more readonly accounts than accounts', (bytes) => bytes.with(68, 9)],
    [
      'with a duplicate account',
      (bytes) => new Uint8Array([...bytes.slice(0, 102), ...bytes.slice(70, 102), ...bytes.slice(134)]),
    ],
    ['with a non-minimal length', (bytes) => new Uint8Array([...bytes.slice(0, 230), 0x81, 0, ...bytes.slice(231)])],
    ['larger than a packet', () => new Uint8Array(1233)],
  ])('rejects a transaction %s', (_, change) => {
    const whole = compile(0)
    expect(parseTransaction(whole).message.accounts).toHaveLength(4)
    expect(() => parseTransaction(change(whole))).toThrow()
  })

  it('rejects an account or program index out of range', () => {
    const whole = compile('legacy')
    const { message } = parseTransaction(whole)
    const programAt = 65 + 3 + 1 + 32 * message.accounts.length + 32 + 1
    expect(whole[programAt]).toBe(message.instructions[0]?.programIndex)
    expect(() => parseTransaction(whole.with(programAt, message.accounts.length))).toThrow('malformed')
    expect(() => parseTransaction(whole.with(programAt, 0))).toThrow('malformed')
    expect(() => parseTransaction(whole.with(programAt + 2, message.accounts.length))).toThrow('malformed')
  })

  it('throws nothing but ProviderRpcError -32602, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        try {
          parseTransaction(bytes)
        } catch (error) {
          expect(error).toMatchObject({ name: 'ProviderRpcError', code: -32602 })
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('isTransactionMessage', () => {
  it('is true for transaction messages and false for text', () => {
    expect(isTransactionMessage(compile('legacy').slice(65))).toBe(true)
    expect(isTransactionMessage(compile(0).slice(65))).toBe(true)
    expect(isTransactionMessage(new TextEncoder().encode('Hello'))).toBe(false)
    expect(parseMessage(compile(0).slice(65)).signerCount).toBe(1)
  })
})
