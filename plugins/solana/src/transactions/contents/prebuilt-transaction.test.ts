import {
  AddressLookupTableAccount,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js-1'
import { expect, it } from 'vitest'
import type { SolanaNode } from '../../node.js'
import { addressOf } from '../../wallet.test.fixtures.js'
import { containsReviewedCalls } from '../submit/trace.js'
import { prebuiltCall, readPrebuilt } from './prebuilt-transaction.js'

const LOOKUP_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
const [payer, stranger, program, table, readonlyEntry, writableEntry] = [1, 2, 3, 4, 5, 6].map(addressOf) as [
  ...[string, string, string, string, string, string],
]
const key = (address: string): PublicKey => new PublicKey(address)
const meta = (address: string, isSigner: boolean, isWritable: boolean) => ({
  pubkey: key(address),
  isSigner,
  isWritable,
})

/** Version 0 transaction of web3.js 1.x that uses two accounts of a lookup table. */
function build(signer = payer): Uint8Array {
  const state = {
    deactivationSlot: 0n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: [readonlyEntry, writableEntry].map(key),
  }
  const instruction = new TransactionInstruction({
    programId: key(program),
    keys: [meta(signer, true, true), meta(writableEntry, false, true), meta(readonlyEntry, false, false)],
    data: Buffer.from([1, 2]),
  })
  const parts = { payerKey: key(payer), recentBlockhash: addressOf(9), instructions: [instruction] }
  const message = new TransactionMessage(parts).compileToV0Message([
    new AddressLookupTableAccount({ key: key(table), state }),
  ])
  return new VersionedTransaction(message).serialize()
}

/** Node whose lookup table has these addresses. */
const nodeWith = (addresses: readonly string[], owner = LOOKUP_PROGRAM): Pick<SolanaNode, 'accounts'> => {
  const data = Uint8Array.from([...new Uint8Array(56), ...addresses.flatMap((one) => [...key(one).toBytes()])])
  return { accounts: async () => [{ lamports: 1n, owner, isProgram: false, data }] }
}

it('readPrebuilt resolves the accounts of lookup tables', async () => {
  const parsed = await readPrebuilt(nodeWith([readonlyEntry, writableEntry]), build(), payer)
  expect(parsed).toMatchObject({ payer, instructions: [{ program, data: Uint8Array.of(1, 2) }] })
  expect(parsed.instructions[0]?.accounts).toEqual([
    { address: payer, isSigner: true, isWritable: true },
    { address: writableEntry, isSigner: false, isWritable: true },
    { address: readonlyEntry, isSigner: false, isWritable: false },
  ])
  expect(prebuiltCall(parsed)).toMatchObject({ type: 'undecoded', target: program, call: { payer } })
})

it('readPrebuilt refuses a second signer, and lookup tables that are incomplete or invalid', async () => {
  await expect(readPrebuilt(nodeWith([readonlyEntry, writableEntry]), build(stranger), payer)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining(stranger),
  })
  for (const node of [nodeWith([readonlyEntry]), nodeWith([readonlyEntry, writableEntry], stranger)])
    await expect(readPrebuilt(node, build(), payer)).rejects.toMatchObject({ code: 'INVALID_DATA' })
})

it('containsReviewedCalls compares transactions without resolving their lookup tables', () => {
  const reviewed = build()
  expect(containsReviewedCalls(build(), reviewed)).toBe(true)
  expect(containsReviewedCalls(build(stranger), reviewed)).toBe(false)
})
