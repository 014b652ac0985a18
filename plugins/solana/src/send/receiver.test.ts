import type { Network } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext, createFakeRpc } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import networks from '../../networks.json' with { type: 'json' }
import { INCINERATOR, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { associatedAccount } from '../transactions/sdk.js'
import { addressOf, publicKeyOf } from '../wallet.test.fixtures.js'
import { inspectReceiver } from './receiver.js'

const [network] = networks as readonly Network[] as readonly [Network]
const [own, mint, owner] = [addressOf(1), addressOf(7), addressOf(8)]

/** Token account for `mint` that, according to the node, belongs to `owner`. */
const tokenAccount = (): object => {
  const data = new Uint8Array(165)
  data.set(publicKeyOf(7), 0)
  data.set(publicKeyOf(8), 32)
  return {
    lamports: 1,
    owner: TOKEN_PROGRAM,
    executable: false,
    data: [Buffer.from(data).toString('base64'), 'base64'],
  }
}

/** Inspects a receiver with a node that has these accounts. */
function inspect(text: string, accounts: Readonly<Record<string, object>>) {
  const rpc = createFakeRpc(({ params: [addresses] }) => ({
    value: Array.from(Object(addresses), (one) => accounts[String(one)] ?? null),
  }))
  const connection = createFakeConnection({ network, account: { address: own, type: 'eoa' } })
  const ctx = createFakeContext({ api: { rpc } })
  return inspectReceiver(ctx, text, { connection, network }, new AbortController().signal)
}

describe('D13: a token account as the receiver', () => {
  it('resolves to its owner if its address derives from that owner', async () => {
    const associated = await associatedAccount(owner, mint, TOKEN_PROGRAM)
    expect(await inspect(associated, { [associated]: tokenAccount() })).toMatchObject({
      address: owner,
      issues: [{ code: 'tokenAccount', severity: 'warn', text: owner }, { code: 'newAccount' }],
    })
  })

  it('is refused if its address does not derive from the owner that the node reports', async () => {
    const typed = addressOf(2)
    expect(await inspect(typed, { [typed]: tokenAccount() })).toEqual({
      address: typed,
      issues: [{ code: 'auxiliaryTokenAccount', severity: 'refuse' }],
    })
  })
})

it('D13: a program as the receiver is refused; an account owned by another program than the System program causes a warning', async () => {
  const typed = addressOf(2)
  const account = (executable: boolean): object => ({ lamports: 1, owner, executable, data: ['', 'base64'] })
  const found = async (executable: boolean) => (await inspect(typed, { [typed]: account(executable) })).issues
  expect(await found(true)).toEqual([{ code: 'program', severity: 'refuse' }])
  expect(await found(false)).toEqual([{ code: 'contract', severity: 'warn' }])
})

it('an account with a balance above Number.MAX_SAFE_INTEGER can be paid', async () => {
  const typed = addressOf(2)
  const account = { lamports: 2 ** 53 + 2, owner: SYSTEM_PROGRAM, executable: false, data: ['', 'base64'] }
  expect(await inspect(typed, { [typed]: account })).toEqual({ address: typed, issues: [] })
})

it.each([SYSTEM_PROGRAM, INCINERATOR])('D12: %s, whose assets nobody can move, is refused', async (typed) => {
  expect((await inspect(typed, {})).issues).toEqual([{ code: 'zeroAddress', severity: 'refuse' }])
})

it('the mint of a token is refused; data of another program do not make an account a mint', async () => {
  const typed = addressOf(2)
  const data = new Uint8Array(82)
  data[45] = 1
  const mintAccount = (program: string) => ({
    ...{ lamports: 1, owner: program, executable: false, data: [Buffer.from(data).toString('base64'), 'base64'] },
  })
  expect((await inspect(typed, { [typed]: mintAccount(TOKEN_PROGRAM) })).issues).toEqual([
    { code: 'tokenContract', severity: 'refuse' },
  ])
  expect((await inspect(typed, { [typed]: mintAccount(owner) })).issues).toEqual([
    { code: 'contract', severity: 'warn' },
  ])
})

it('D13: an address without a private key, a new account and the own account cause warnings', async () => {
  const offCurve = await associatedAccount(owner, mint, TOKEN_PROGRAM)
  expect((await inspect(offCurve, {})).issues).toEqual([{ code: 'offCurve', severity: 'warn' }])
  expect((await inspect(` ${addressOf(2)}\n`, {})).issues).toEqual([{ code: 'newAccount', severity: 'warn' }])
  const account = { lamports: 1, owner: SYSTEM_PROGRAM, executable: false, data: ['', 'base64'] }
  expect((await inspect(own, { [own]: account })).issues).toEqual([{ code: 'ownAddress', severity: 'warn' }])
})

it('D14: an address of another chain family, and other text, are refused', async () => {
  expect(await inspect('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', {})).toMatchObject({
    address: undefined,
    issues: [{ code: 'wrongNetwork', severity: 'refuse', text: 'Ethereum' }],
  })
  expect(await inspect('x', {})).toEqual({
    address: undefined,
    issues: [{ code: 'invalidAddress', severity: 'refuse' }],
  })
})
