import type { AssetToken, Network, PaymentNote } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import networks from '../../networks.json' with { type: 'json' }
import type { ChainAccount, OwnedAccount } from '../node.js'
import { nodeOf } from '../node.test.fixtures.js'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { readMemo } from '../transactions/instructions.js'
import { associatedAccount } from '../transactions/sdk.js'
import { readTokenAccountCreation, readTokenTransfer } from '../transactions/token-instructions.js'
import { addressOf, publicKeyOf } from '../wallet.test.fixtures.js'
import { addPaymentNote } from './payment-note.js'
import { planTokens } from './plan-tokens.js'

const [network] = networks as readonly Network[] as readonly [Network]
const [from, to, mint] = [addressOf(1), addressOf(2), addressOf(7)]
const [FEE, MEMO_TRANSFER, NON_TRANSFERABLE, HOOK] = [1, 8, 9, 14]
const token = { address: mint, decimals: 6, symbol: 'T' } as AssetToken

type Extension = readonly [kind: number, data: Uint8Array]

/** Appends the account type and an extension of Token-2022. */
function withExtension(base: Uint8Array, accountType: number, [kind, data]: Extension): Uint8Array {
  const bytes = new Uint8Array(166 + 4 + data.length)
  bytes.set(base)
  bytes[165] = accountType
  new DataView(bytes.buffer).setUint16(166, kind, true)
  new DataView(bytes.buffer).setUint16(168, data.length, true)
  bytes.set(data, 170)
  return bytes
}

function mintBytes(extension?: Extension): Uint8Array {
  const data = new Uint8Array(82)
  data[44] = 6
  data[45] = 1
  return extension ? withExtension(data, 1, extension) : data
}

interface TokenAccountFields {
  readonly owner?: number
  readonly mintOf?: number
  readonly amount?: number
  readonly isFrozen?: boolean
}

function tokenBytes({ owner = 1, mintOf = 7, amount = 5, isFrozen = false }: TokenAccountFields = {}): Uint8Array {
  const data = new Uint8Array(165)
  data.set(publicKeyOf(mintOf), 0)
  data.set(publicKeyOf(owner), 32)
  data[64] = amount
  data[108] = isFrozen ? 2 : 1
  return data
}

const account = (owner: string, data: Uint8Array, lamports = 10_000n): ChainAccount => ({
  ...{ lamports, owner, isProgram: false, data },
})

interface Ledger {
  readonly program?: string
  readonly mintAccount?: ChainAccount | undefined
  /** Account at the address of the receiver's token account. */
  readonly target?: ChainAccount | undefined
  /** Token accounts of the sender; `own` is the address of the associated one. */
  readonly sources?: (own: string) => readonly OwnedAccount[]
  readonly lamports?: bigint
  readonly epoch?: bigint
  readonly note?: PaymentNote | undefined
}

async function plan(ledger: Ledger = {}) {
  const { program = TOKEN_PROGRAM, target = account(program, tokenBytes({ owner: 2 })), lamports = 10_000n } = ledger
  const { mintAccount = account(program, mintBytes()), epoch = 0n, note } = ledger
  const [own = '', receiver] = await Promise.all([from, to].map((one) => associatedAccount(one, mint, program)))
  const { sources = () => [{ ...account(program, tokenBytes()), address: own }] } = ledger
  const known = new Map<string | undefined, ChainAccount | undefined>([
    [from, account(SYSTEM_PROGRAM, new Uint8Array(), lamports)],
    [mint, 'mintAccount' in ledger ? ledger.mintAccount : mintAccount],
    [receiver, 'target' in ledger ? ledger.target : target],
  ])
  const node = nodeOf({
    accounts: async (addresses) => addresses.map((one) => known.get(one)),
    tokenAccounts: async () => sources(own),
    epoch: async () => epoch,
    rent: async (length) => BigInt(900 + 10 * length),
  })
  return planTokens(node, { from, to, network, note }, token)
}

describe('a receiver whose token account requires a memo', () => {
  const program = TOKEN_2022_PROGRAM
  const target = account(program, withExtension(tokenBytes({ owner: 2 }), 2, [MEMO_TRANSFER, Uint8Array.of(1)]))

  it('can be paid with a payment note that has a memo', async () => {
    expect((await plan({ program, target, note: { memo: 'order 7' } })).instructions(3n)).toHaveLength(1)
  })

  it('gets the memo before every transfer if the balance is split over token accounts', async () => {
    const note = { memo: 'order 7', references: [addressOf(9)] }
    const sources = () =>
      [21, 22, 23].map((at) => ({ ...account(program, tokenBytes({ amount: 2 })), address: addressOf(at) }))
    const planned = await plan({ program, target, note, sources })
    const readBack = addPaymentNote(planned.instructions(5n), note).map(
      (one) => readMemo(one) ?? readTokenTransfer(one),
    )
    expect(readBack).toMatchObject(['order 7', { amount: 2n }, 'order 7', { amount: 2n }, 'order 7', { amount: 1n }])
  })

  it.each([undefined, { references: [addressOf(9)] }])('is refused with the payment note %j', async (note) => {
    await expect(plan({ program, target, note })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'The receiver accepts tokens only with a memo.',
    })
  })
})

describe('a transfer of tokens', () => {
  const program = TOKEN_2022_PROGRAM
  const token2022 = (extension: Extension): Ledger => ({ program, mintAccount: account(program, mintBytes(extension)) })
  const otherDecimals = mintBytes().map((byte, at) => (at === 44 ? 9 : byte))
  const uninitialized = mintBytes().map((byte, at) => (at === 45 ? 0 : byte))
  const targetOf = (fields: TokenAccountFields): Ledger => ({ target: account(TOKEN_PROGRAM, tokenBytes(fields)) })
  it.each<[string, Ledger, string]>([
    ['the mint does not exist', { mintAccount: undefined }, 'is not a token'],
    ['another program owns the mint', { mintAccount: account(addressOf(9), mintBytes()) }, 'is not a token'],
    ['the mint is not initialized', { mintAccount: account(TOKEN_PROGRAM, uninitialized) }, 'is not a token'],
    ['the decimals differ', { mintAccount: account(TOKEN_PROGRAM, otherDecimals) }, 'has 9 decimals, not the 6'],
    ['the token is bound to its account', token2022([NON_TRANSFERABLE, new Uint8Array()]), 'cannot be sent'],
    ['the token has a transfer hook', token2022([HOOK, new Uint8Array(64).fill(1)]), 'transfer hook'],
    ['another program owns the target', { target: account(addressOf(9), tokenBytes()) }, 'belongs to another program'],
    ['the target was handed to another owner', targetOf({ owner: 9 }), 'no longer belongs to the receiver'],
    ['the target holds another token', targetOf({ owner: 2, mintOf: 8 }), 'no longer belongs to the receiver'],
    ['the target is frozen', targetOf({ owner: 2, isFrozen: true }), 'is frozen'],
  ])('is refused if %s', async (_, ledger, message) => {
    await expect(plan(ledger)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    })
  })

  it('is planned for a token whose transfer hook has no program', async () => {
    expect((await plan(token2022([HOOK, new Uint8Array(64)]))).available).toBe(5n)
  })

  it('creates the token account of the receiver for the missing part of its rent', async () => {
    for (const [target, rent] of [
      [undefined, 2550n],
      [account(SYSTEM_PROGRAM, new Uint8Array(), 50n), 2500n],
      [account(SYSTEM_PROGRAM, new Uint8Array(), 9_999n), 0n],
    ] as const) {
      const { extras, instructions, ...planned } = await plan({ target })
      expect(planned.rent).toBe(rent)
      expect(extras).toEqual(rent > 0n ? [{ code: 'rent', amount: rent }] : [])
      const [first, second] = instructions(5n)
      expect(first && readTokenAccountCreation(first)).toMatchObject({ payer: from, owner: to, mint })
      expect(second && readTokenTransfer(second)).toMatchObject({ amount: 5n })
    }
    expect((await plan()).instructions(5n)).toHaveLength(1)
  })
})

describe('the token accounts that are sent from', () => {
  const owned = (address: string, fields: TokenAccountFields, program = TOKEN_PROGRAM): OwnedAccount => ({
    ...account(program, tokenBytes(fields)),
    address,
  })
  const parts = (planned: Awaited<ReturnType<typeof plan>>, amount: bigint) =>
    planned.instructions(amount).map((one) => {
      const { from: source, amount: part } = readTokenTransfer(one) ?? {}
      return [source, part]
    })

  it('are the associated one, then those with the largest balances, and only those that are needed', async () => {
    const own = await associatedAccount(from, mint, TOKEN_PROGRAM)
    const planned = await plan({
      sources: () => [
        owned(addressOf(21), { amount: 2 }),
        owned(addressOf(22), { amount: 7 }),
        owned(own, { amount: 4 }),
      ],
    })
    expect(planned.available).toBe(13n)
    expect(parts(planned, 4n)).toEqual([[own, 4n]])
    expect(parts(planned, 12n)).toEqual([
      [own, 4n],
      [addressOf(22), 7n],
      [addressOf(21), 1n],
    ])
  })

  it('are neither frozen nor empty, and of the sender, the token and its program', async () => {
    const planned = await plan({
      sources: () => [
        owned(addressOf(21), { amount: 9, isFrozen: true }),
        owned(addressOf(22), { amount: 0 }),
        owned(addressOf(23), { owner: 3 }),
        owned(addressOf(24), { mintOf: 8 }),
        owned(addressOf(25), {}, addressOf(9)),
        owned(addressOf(26), { amount: 3 }),
      ],
    })
    expect(planned.available).toBe(3n)
    expect(parts(planned, 3n)).toEqual([[addressOf(26), 3n]])
  })

  it('are named as frozen if all are', async () => {
    const frozen = (own: string) => [owned(own, { isFrozen: true }), owned(addressOf(21), { amount: 0 })]
    await expect(plan({ sources: frozen })).rejects.toMatchObject({ message: expect.stringContaining('is frozen') })
    expect((await plan({ sources: () => [] })).available).toBe(0n)
  })

  it('D10: each withhold the transfer fee of the current epoch, at most the maximum fee', async () => {
    const config = new Uint8Array(108)
    const view = new DataView(config.buffer)
    for (const [at, epoch, maxFee, bps] of [
      [72, 3n, 9n, 2_500],
      [90, 8n, 2n, 5_000],
    ] as const) {
      view.setBigUint64(at, epoch, true)
      view.setBigUint64(at + 8, maxFee, true)
      view.setUint16(at + 16, bps, true)
    }
    const program = TOKEN_2022_PROGRAM
    const ledger = {
      ...{ program, mintAccount: account(program, mintBytes([FEE, config])) },
      sources: () => [owned(addressOf(21), { amount: 9 }, program), owned(addressOf(22), { amount: 5 }, program)],
    }
    const withheld = async (epoch: bigint) =>
      (await plan({ ...ledger, epoch })).instructions(14n).map((one) => readTokenTransfer(one)?.withheld)
    expect(await withheld(7n)).toEqual([3n, 2n])
    expect(await withheld(8n)).toEqual([2n, 2n])
    expect((await plan()).instructions(5n).map((one) => readTokenTransfer(one)?.withheld)).toEqual([undefined])
  })
})

describe('check', () => {
  it('throws for more tokens than the account has, and for a fee or rent above its coins', async () => {
    const { check } = await plan({ lamports: 3_000n })
    expect(() => check(5n, 3_000n)).not.toThrow()
    expect(() => check(5n, 2_100n)).not.toThrow()
    expect(() => check(6n, 100n)).toThrow('does not have that much T')
    expect(() => check(5n, 3_001n)).toThrow('With all fees, this transaction needs')
    const opening = await plan({ lamports: 3_000n, target: undefined })
    expect(() => opening.check(5n, 450n)).not.toThrow()
    expect(() => opening.check(5n, 451n)).toThrow('With all fees, this transaction needs')
  })

  it('throws if fewer coins than the rent minimum would remain, unless none remain', async () => {
    const { check } = await plan({ lamports: 3_000n })
    expect(() => check(5n, 2_101n)).toThrow('less than the network')
    expect(() => check(5n, 2_999n)).toThrow('less than the network')
  })
})
