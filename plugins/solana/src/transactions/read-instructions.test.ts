import { describe, expect, it } from 'vitest'
import type { SolanaInstruction } from '../contract.js'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { addressOf } from '../wallet.test.fixtures.js'
import { readBudget, readCoinTransfer, readMemo, setBudget, transferCoins, writeMemo } from './instructions.js'
import {
  createTokenAccount,
  readTokenAccountClosing,
  readTokenAccountCreation,
  readTokenApproval,
  readTokenTransfer,
  transferTokens,
} from './token-instructions.js'

const [from, to, mint, owner, stranger] = [1, 2, 3, 4, 9].map(addressOf) as [string, string, string, string, string]

type Change = (instruction: SolanaInstruction) => Partial<SolanaInstruction>

const startsWith =
  (...start: readonly number[]): Change =>
  ({ data }) => ({ data: Uint8Array.from([...start, ...data.slice(start.length)]) })
const longer: Change = ({ data }) => ({ data: Uint8Array.from([...data, 0]) })
const shorter: Change = ({ data }) => ({ data: data.slice(0, -1) })
const ofOtherProgram: Change = () => ({ program: stranger })
const withoutLast: Change = ({ accounts }) => ({ accounts: accounts.slice(0, -1) })
const withAccount =
  (more: object = {}): Change =>
  ({ accounts }) => ({ accounts: [...accounts, { address: stranger, ...more }] })
const [withSigner, withWritable] = [withAccount({ isSigner: true }), withAccount({ isWritable: true })]

const coins = transferCoins({ from, to, lamports: 7n })
const [limit, price] = setBudget({ units: 7, price: 8n }) as [SolanaInstruction, SolanaInstruction]
const transfer = { program: TOKEN_PROGRAM, from, mint, to, owner, amount: 7n, decimals: 6 }
const checked = transferTokens(transfer)
const withFee = transferTokens({ ...transfer, program: TOKEN_2022_PROGRAM, withheld: 2n })
const amount = [7, 0, 0, 0, 0, 0, 0, 0]
/** Token instruction for these accounts. */
const tokens = (accounts: readonly string[], ...data: readonly number[]): SolanaInstruction => ({
  ...{ program: TOKEN_PROGRAM, data: Uint8Array.from(data), accounts: accounts.map((address) => ({ address })) },
})
const unchecked = tokens([from, to, owner], 3, ...amount)
const approval = tokens([from, to, owner], 4, ...amount)
const checkedApproval = tokens([from, mint, to, owner], 13, ...amount, 6)
const creation = createTokenAccount({ payer: from, account: to, owner, mint, program: TOKEN_PROGRAM })
const closing = tokens([from, to, owner], 9)

describe('the terms that are read from an instruction', () => {
  it('are those that were written', () => {
    expect(readCoinTransfer(coins)).toEqual({ from, to, lamports: 7n })
    expect([readBudget(limit), readBudget(price)]).toEqual([{ units: 7 }, { price: 8n }])
    expect(readMemo(writeMemo('order 7'))).toBe('order 7')
    const { decimals, ...terms } = transfer
    expect(readTokenTransfer(checked)).toEqual(terms)
    expect(readTokenTransfer(withFee)).toEqual({ ...terms, program: TOKEN_2022_PROGRAM, withheld: 2n })
    const { mint: _, ...withoutMint } = terms
    expect(readTokenTransfer(unchecked)).toEqual(withoutMint)
    const allowance = { program: TOKEN_PROGRAM, from, spender: to, owner, amount: 7n }
    expect(readTokenApproval(approval)).toEqual(allowance)
    expect(readTokenApproval(checkedApproval)).toEqual({ ...allowance, mint })
    const account = { payer: from, account: to, owner, mint, program: TOKEN_PROGRAM }
    expect(readTokenAccountCreation(creation)).toEqual(account)
    expect(readTokenAccountClosing(closing)).toEqual({ account: from, to, owner })
  })

  const cases: readonly (readonly [
    string,
    (instruction: SolanaInstruction) => unknown,
    SolanaInstruction,
    readonly Change[],
  ])[] = [
    [
      'a transfer of coins',
      readCoinTransfer,
      coins,
      [ofOtherProgram, longer, shorter, startsWith(8), withoutLast, withSigner, withWritable],
    ],
    ['a limit of units', readBudget, limit, [ofOtherProgram, longer, shorter, startsWith(4), withAccount()]],
    ['a price per unit', readBudget, price, [ofOtherProgram, longer, shorter, startsWith(5), withAccount()]],
    ['a memo', readMemo, writeMemo('order 7'), [ofOtherProgram, startsWith(0xff), withAccount()]],
    [
      'a transfer with the mint',
      readTokenTransfer,
      checked,
      [ofOtherProgram, longer, shorter, startsWith(15), withoutLast, withSigner, withWritable],
    ],
    [
      'a transfer with a fee',
      readTokenTransfer,
      withFee,
      [ofOtherProgram, longer, shorter, startsWith(27), startsWith(26, 2), withoutLast, withSigner],
    ],
    [
      'a transfer without the mint',
      readTokenTransfer,
      unchecked,
      [ofOtherProgram, longer, shorter, startsWith(8), withoutLast, withSigner],
    ],
    [
      'an approval',
      readTokenApproval,
      approval,
      [ofOtherProgram, longer, shorter, startsWith(7), withoutLast, withAccount()],
    ],
    [
      'an approval with the mint',
      readTokenApproval,
      checkedApproval,
      [ofOtherProgram, longer, shorter, startsWith(14), withoutLast, withAccount()],
    ],
    [
      'a new token account',
      readTokenAccountCreation,
      creation,
      [ofOtherProgram, longer, shorter, startsWith(0), startsWith(2), withoutLast, withAccount()],
    ],
    [
      'a closed token account',
      readTokenAccountClosing,
      closing,
      [ofOtherProgram, longer, shorter, startsWith(10), withoutLast, withAccount()],
    ],
  ]
  it.each(cases)('are undefined if any part of %s has another form', (_, read, instruction, changes) => {
    for (const [at, change] of changes.entries())
      expect(read({ ...instruction, ...change(instruction) }), `change ${at}`).toBeUndefined()
  })

  it('are undefined for a new token account without the System program', () => {
    const accounts = creation.accounts.map((one, at) => (at === 4 ? { address: stranger } : one))
    expect(creation.accounts[4]?.address).toBe(SYSTEM_PROGRAM)
    expect(readTokenAccountCreation({ ...creation, accounts })).toBeUndefined()
  })
})
