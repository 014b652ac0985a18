import { base58 } from '@scure/base'
import type { Context } from '@wallet-modal/kernel'
import { createFakeContext, createFakeRpc } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import { resolveAccounts } from './lookup.js'
import type { Message } from './message.js'

const address = (fill: number): string => base58.encode(new Uint8Array(32).fill(fill))
const PROGRAM = 'AddressLookupTab1e1111111111111111111111111'

/** A fake node that replies to `getAccountInfo` for these accounts. */
const chainOf = (accounts: Readonly<Record<string, { owner: string; bytes: readonly number[] }>>): Context => {
  const rpc = createFakeRpc(({ params: [requested] }) => {
    const found = accounts[String(requested)]
    const value = found && { owner: found.owner, data: [Buffer.from(found.bytes).toString('base64'), 'base64'] }
    return { context: { slot: 1 }, value: value ?? null }
  })
  return createFakeContext({ api: { rpc } })
}
const table = (...fills: readonly number[]) => ({
  owner: PROGRAM,
  bytes: [...Array(56).fill(0), ...fills.flatMap((fill) => Array(32).fill(fill))],
})
const message = (...lookups: Message['lookups']): Message => ({
  accounts: [address(1)],
  signerCount: 1,
  instructions: [],
  lookups,
})

describe('resolveAccounts', () => {
  it('orders writable accounts of all tables before readonly ones', async () => {
    const chain = chainOf({ a: table(10, 11, 12), b: table(20, 21) })
    const accounts = await resolveAccounts(
      chain,
      message({ table: 'a', writable: [2], readable: [0] }, { table: 'b', writable: [1], readable: [] }),
      'solana:x',
    )
    expect(accounts).toEqual([1, 12, 21, 10].map(address))
  })

  it('rejects an index outside of a table, and a missing table', async () => {
    const chain = chainOf({ a: table(10) })
    const past = message({ table: 'a', writable: [1], readable: [] })
    await expect(resolveAccounts(chain, past, 'solana:x')).rejects.toMatchObject({ code: -32602 })
    await expect(
      resolveAccounts(chain, message({ table: 'gone', writable: [0], readable: [] }), 'solana:x'),
    ).rejects.toThrow()
  })

  it('rejects a table that another program owns', async () => {
    const chain = chainOf({ a: { ...table(10), owner: address(3) } })
    await expect(
      resolveAccounts(chain, message({ table: 'a', writable: [0], readable: [] }), 'solana:x'),
    ).rejects.toThrow()
  })
})
