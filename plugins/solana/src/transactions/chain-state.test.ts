import { expect, it } from 'vitest'
import type { ChainAccount } from '../node.js'
import { nodeOf } from '../node.test.fixtures.js'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../programs.js'
import { addressOf } from '../wallet.test.fixtures.js'
import { readChainState, tokenAccountOf } from './chain-state.js'
import { mintData, tokenAccount } from './chain-state.test.fixtures.js'
import { readTransaction, writeTransaction } from './sdk.js'
import { transferTokens } from './token-instructions.js'

const [payer, from, to, mint, program] = [1, 2, 3, 4, 9].map(addressOf) as [string, string, string, string, string]

it('only accounts of the token programs are token accounts, whatever their data', () => {
  const account = tokenAccount({ mint, owner: payer })
  expect(tokenAccountOf(account)).toMatchObject({ mint, owner: payer })
  expect(tokenAccountOf({ ...account, owner: program })).toBeUndefined()
  expect(tokenAccountOf({ ...account, owner: SYSTEM_PROGRAM })).toBeUndefined()
  expect(tokenAccountOf(undefined)).toBeUndefined()
})

it('only accounts of the token programs are mints, and only mints whose fee the bytes do not state are read', async () => {
  const stateWith = async (minted: ChainAccount | undefined, withheld?: bigint) => {
    const transfer = { program: TOKEN_2022_PROGRAM, from, mint, to, owner: payer, amount: 5n, decimals: 6 }
    const instruction = transferTokens({ ...transfer, ...(withheld !== undefined && { withheld }) })
    const transaction = writeTransaction({ payer, blockhash: addressOf(8), instructions: [instruction] })
    const node = nodeOf({
      accounts: async (addresses) => addresses.map((one) => (one === mint ? minted : undefined)),
    })
    return [...(await readChainState(node, readTransaction(transaction))).mints.keys()]
  }
  const account = { lamports: 1n, owner: TOKEN_2022_PROGRAM, isProgram: false, data: mintData({ feeBps: 100 }) }
  expect(await stateWith(account)).toEqual([mint])
  expect(await stateWith(account, 1n)).toEqual([])
  expect(await stateWith({ ...account, owner: program, data: mintData({}) })).toEqual([])
  expect(await stateWith(undefined)).toEqual([])
})

it('reads of each account the fields of a token account, without extensions', async () => {
  const transfer = { program: TOKEN_2022_PROGRAM, from, mint, to, owner: payer, amount: 5n, decimals: 6, withheld: 0n }
  const transaction = writeTransaction({ payer, blockhash: addressOf(8), instructions: [transferTokens(transfer)] })
  const account = tokenAccount({ mint, owner: payer, program: TOKEN_2022_PROGRAM })
  const data = new Uint8Array(170)
  data.set(account.data)
  data[165] = 2
  data[166] = 7 // extension "immutable owner", which has no data
  const node = nodeOf({
    accounts: async (addresses, length) =>
      addresses.map((one) => (one === from ? { ...account, data: data.subarray(0, length) } : undefined)),
  })
  const { accounts } = await readChainState(node, readTransaction(transaction))
  expect(tokenAccountOf(accounts.get(from))).toMatchObject({ mint, owner: payer, extensions: new Map() })
})
