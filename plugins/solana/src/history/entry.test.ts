import { expect, test } from 'vitest'
import { toEntry } from './entry.js'
import { listedTransactions, type TransactionChanges, transactionChanges } from './replies.js'

const [own, friend, other, mint] = ['A', 'B', 'C', 'M'].map((letter) => letter.repeat(44)) as [
  string,
  string,
  string,
  string,
]
const caipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const network = {
  ...{ caipNetworkId, namespace: 'solana', reference: caipNetworkId.slice(7), name: 'Solana', rpcUrls: [] },
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}
const sol = { kind: 'token', name: 'Solana', symbol: 'SOL', decimals: 9, assetId: `${caipNetworkId}/slip44:501` }
const signature = 'S'.repeat(88)
const tokenOf = () => ({ name: 'Dollar', symbol: 'USD', isUnique: false })

const parse = <T>(schema: { '~standard': { validate(value: unknown): unknown } }, value: unknown): T =>
  (schema['~standard'].validate(value) as { value: T }).value

interface Given {
  readonly keys?: readonly string[]
  readonly lookupAddresses?: readonly string[]
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly tokens?: readonly [string, string, string][]
  readonly decimals?: number
  readonly err?: unknown
}
/** Entry for a node's answers. `tokens` are rows of owner, amount before and amount after. */
function entryOf({
  keys = [own, friend],
  lookupAddresses = [],
  before,
  after,
  tokens = [],
  decimals = 6,
  err = null,
}: Given) {
  const balance = (at: 1 | 2) =>
    tokens.map((one) => ({ owner: one[0], mint, uiTokenAmount: { amount: one[at], decimals } }))
  const answer = {
    meta: {
      ...{ err, fee: 5000, preBalances: before, postBalances: after },
      ...{ preTokenBalances: balance(1), postTokenBalances: balance(2) },
      loadedAddresses: { writable: lookupAddresses, readonly: [] },
    },
    transaction: { message: { accountKeys: keys } },
  }
  const [first] = parse<never[]>(listedTransactions, [{ signature, slot: 5, err, blockTime: 1_790_000_000 }])
  if (!first) throw new Error('nothing is listed')
  return toEntry(first, parse(transactionChanges, answer), { own, network, tokenOf })
}

test('an entry for sent SOL has the amount without the fee, and the receiver', () => {
  expect(entryOf({ before: [2_000_000, 0], after: [995_000, 1_000_000] })).toEqual({
    ...{ id: signature, hash: signature, caipNetworkId, type: 'send', status: 'confirmed', at: 1_790_000_000_000 },
    ...{ from: own, to: friend, fee: 5000n },
    transfers: [{ ...sol, direction: 'out', amount: 1_000_000n }],
  })
})

test('an entry for received SOL has no fee, also if the account comes from a lookup table', () => {
  const entry = entryOf({ keys: [friend], lookupAddresses: [own], before: [2_000_000, 0], after: [995_000, 1_000_000] })
  expect(entry).toMatchObject({
    type: 'receive',
    from: friend,
    to: own,
    transfers: [{ direction: 'in', amount: 1_000_000n }],
  })
  expect(entry).not.toHaveProperty('fee')
})

test('tokens received in a transaction that another account pays for are shown as received', () => {
  const tokens: [string, string, string][] = [
    [own, '5', '12'],
    [friend, '7', '0'],
  ]
  expect(entryOf({ keys: [friend, other], before: [9000, 1], after: [4000, 1], tokens })).toMatchObject({
    ...{ type: 'receive', from: friend, to: own },
    transfers: [{ direction: 'in', symbol: 'USD', decimals: 6, amount: 7n }],
  })
})

test('transfers have the asset ids of the balances: of the coin, of tokens and of NFTs', () => {
  const tokens: [string, string, string][] = [[own, '0', '3']]
  const { transfers } = entryOf({ before: [9_005_000, 0], after: [2_000_000, 7_000_000], tokens })
  expect(transfers.map(({ assetId }) => assetId)).toEqual([
    `${caipNetworkId}/token:${mint}`,
    `${caipNetworkId}/slip44:501`,
  ])
  const details = { payer: other, signers: [other], fee: undefined }
  const changes = [{ holder: own, mint, decimals: 0, amount: 1n }]
  const entry = toEntry(
    { signature, slot: 1, hasFailed: false },
    { ...details, changes },
    { own, network, tokenOf: () => ({ ...tokenOf(), isUnique: true }) },
  )
  expect(entry.transfers).toMatchObject([{ kind: 'nft', assetId: `${caipNetworkId}/nft:${mint}` }])
})

test('a token balance without an owner, as in old transactions, is ignored', () => {
  const balances = [{ mint, uiTokenAmount: { amount: '7', decimals: 6 } }]
  const answer = {
    meta: { err: null, fee: 5000, preBalances: [9000], postBalances: [4000], postTokenBalances: balances },
    transaction: { message: { accountKeys: [own] } },
  }
  expect(parse<TransactionChanges>(transactionChanges, answer).changes).toEqual([
    { holder: own, decimals: 9, amount: 0n },
  ])
})

test('SOL spent for tokens is a trade that lists the tokens first', () => {
  const entry = entryOf({ before: [9_005_000, 0], after: [2_000_000, 7_000_000], tokens: [[own, '0', '3']] })
  expect(entry.type).toBe('trade')
  expect(entry.transfers.map(({ direction, symbol }) => [direction, symbol])).toEqual([
    ['in', 'USD'],
    ['out', 'SOL'],
  ])
})

test('a failed transaction is shown as failed, with its fee and no transfers', () => {
  const entry = entryOf({ before: [9_005_000, 0], after: [9_000_000, 0], err: { InstructionError: [0, 'Custom'] } })
  expect(entry).toMatchObject({ status: 'failed', type: 'execute', transfers: [], fee: 5000n })
})

test.each([
  ['send', 'out', [2 ** 53 + 2, 1]],
  ['receive', 'in', [1, 2 ** 53 + 2]],
  ['send', 'out', [2 ** 58, 2 ** 58 - 1_000_000]],
] as const)(
  'balances above Number.MAX_SAFE_INTEGER give an entry of type %s without an amount',
  (type, direction, [before, after]) => {
    const entry = entryOf({ before: [before, 0], after: [after, 1] })
    expect(entry.type).toBe(type)
    expect(entry.transfers).toEqual([{ ...sol, direction }])
  },
)

test('a balance above Number.MAX_SAFE_INTEGER from which only the fee was paid gives no transfer', () => {
  expect(entryOf({ before: [2 ** 58, 0], after: [2 ** 58 - 5_000, 0] })).toMatchObject({
    type: 'execute',
    transfers: [],
  })
})

test('a transaction whose details the node has pruned is listed without transfers', () => {
  expect(parse(transactionChanges, null)).toBeUndefined()
  expect(toEntry({ signature, slot: 1, hasFailed: false }, undefined, { own, network, tokenOf })).toEqual({
    id: signature,
    hash: signature,
    caipNetworkId,
    type: 'execute',
    status: 'confirmed',
    transfers: [],
  })
})

test('an entry for a token with more decimals than an amount can have is listed without its amount', () => {
  const entry = entryOf({ before: [9000, 0], after: [4000, 0], tokens: [[own, '0', '5']], decimals: 255 })
  const assetId = `${caipNetworkId}/token:${mint}`
  expect(entry.transfers).toEqual([
    { direction: 'in', kind: 'token', name: 'Dollar', symbol: 'USD', assetId, decimals: 0 },
  ])
})
