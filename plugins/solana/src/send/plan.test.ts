import type { AssetToken, Network, PaymentNote } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import networks from '../../networks.json' with { type: 'json' }
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../programs.js'
import type { ChainAccount, SolanaNode } from '../transactions/node.js'
import { associatedAccount } from '../transactions/sdk.js'
import { addressOf, publicKeyOf } from '../wallet.test.fixtures.js'
import { planTokens } from './plan-tokens.js'

const [network] = networks as readonly Network[] as readonly [Network]
const [from, to, mint] = [addressOf(1), addressOf(2), addressOf(7)]
const MEMO_TRANSFER = 8

const account = (owner: string, data: Uint8Array): ChainAccount => ({ lamports: 10n, owner, isProgram: false, data })

function mintBytes(): Uint8Array {
  const data = new Uint8Array(82)
  data[44] = 6
  data[45] = 1
  return data
}

/** Token account that requires a memo for incoming transfers. */
function memoAccount(seed: number): Uint8Array {
  const data = new Uint8Array(166 + 4 + 1)
  data.set(publicKeyOf(7), 0)
  data.set(publicKeyOf(seed), 32)
  data[64] = 5
  data[108] = 1
  data[165] = 2
  data[166] = MEMO_TRANSFER
  data[168] = 1
  data[170] = 1
  return data
}

async function plan(note?: PaymentNote) {
  const [own, target] = await Promise.all([from, to].map((one) => associatedAccount(one, mint, TOKEN_2022_PROGRAM)))
  const known = new Map([
    [from, account(SYSTEM_PROGRAM, new Uint8Array())],
    [mint, account(TOKEN_2022_PROGRAM, mintBytes())],
    [target, account(TOKEN_2022_PROGRAM, memoAccount(2))],
  ])
  const node = {
    accounts: async (addresses: readonly string[]) => addresses.map((one) => known.get(one)),
    tokenAccounts: async () => [{ ...account(TOKEN_2022_PROGRAM, memoAccount(1)), address: own }],
    rent: async () => 0n,
  } as unknown as SolanaNode
  const token = { address: mint, decimals: 6, symbol: 'T' } as AssetToken
  return planTokens(node, { from, to, network, note }, token)
}

describe('a receiver whose token account requires a memo', () => {
  it('can be paid with a payment note that has a memo', async () => {
    expect((await plan({ memo: 'order 7' })).instructions(3n)).toHaveLength(1)
  })

  it.each([undefined, { references: [addressOf(9)] }])('is refused with the payment note %j', async (note) => {
    await expect(plan(note)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'The receiver accepts tokens only with a memo.',
    })
  })
})
