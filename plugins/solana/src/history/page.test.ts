import { createFakeContext, createFakeRpc } from '@wallet-modal/kernel/testing'
import { expect, test } from 'vitest'
import { accountOf } from '../node.test.fixtures.js'
import { TOKEN_PROGRAM } from '../programs.js'
import { fromBase58 } from '../sdk.js'
import { readPage } from './page.js'

const [own, other] = ['A', 'B'].map((letter) => letter.repeat(43)) as [string, string]
const caipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const network = {
  ...{ caipNetworkId, namespace: 'solana', reference: caipNetworkId.slice(7), name: 'Solana', rpcUrls: [] },
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}
const signatureOf = (number: number): string => String.fromCharCode(65 + number).repeat(88)

type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

/** Reads the first page from a node with these answers; without an answer, the node has no token accounts and no transactions. */
function pageFrom(answers: Answers) {
  const all: Answers = { getTokenAccountsByOwner: () => ({ value: [] }), getSignaturesForAddress: () => [], ...answers }
  const rpc = createFakeRpc(({ method, params }) => all[method]?.(params))
  const account = { address: own, type: 'eoa' } as const
  return readPage(createFakeContext({ api: { rpc } }), { account, network, signal: new AbortController().signal })
}

interface Sent {
  readonly keys: readonly string[]
  readonly signerCount: number
  readonly err?: unknown
  readonly after?: readonly number[]
}

const idsOf = async (list: readonly Sent[]): Promise<readonly string[] | undefined> => {
  const signatures = list.map((_, at) => signatureOf(at))
  const page = await pageFrom({
    getSignaturesForAddress: () =>
      list.map(({ err = null }, at) => ({ signature: signatures[at], slot: 9 - at, err, blockTime: 1_790_000_000 })),
    getTransaction([signature]) {
      const one = list[signatures.indexOf(String(signature))]
      const message = { accountKeys: one?.keys, header: { numRequiredSignatures: one?.signerCount } }
      const meta = { fee: 5000, preBalances: [9000, 7], postBalances: one?.after ?? [4000, 7] }
      return { meta, transaction: { message } }
    },
  })
  return page?.entries.map(({ id }) => id)
}

test('transactions that only name the account are not listed, failed or not', async () => {
  const named = { keys: [other, own], signerCount: 1 }
  expect(await idsOf([named, { ...named, err: { InstructionError: [0, 'Custom'] } }])).toEqual([])
})

test('transactions that the account pays for, signs or receives coins from are listed', async () => {
  const list: readonly Sent[] = [
    { keys: [own, other], signerCount: 1 },
    { keys: [other, own], signerCount: 2 },
    { keys: [other, own], signerCount: 1, after: [3000, 1007] },
  ]
  expect(await idsOf(list)).toEqual(list.map((_, at) => signatureOf(at)))
})

test('of more than eight token accounts, those with a balance are read first', async () => {
  const tokenAccount = (amount: bigint) => {
    const data = new Uint8Array(165)
    data.set(fromBase58(own), 32)
    new DataView(data.buffer).setBigUint64(64, amount, true)
    return accountOf(2_039_280, data, TOKEN_PROGRAM)
  }
  const addresses = Array.from({ length: 9 }, (_, at) => String(at + 1).repeat(43))
  const requested: unknown[] = []
  await pageFrom({
    getTokenAccountsByOwner: ([, filter]) => ({
      value:
        Object(filter).programId === TOKEN_PROGRAM
          ? addresses.map((pubkey, at) => ({ pubkey, account: tokenAccount(at === 8 ? 5n : 0n) }))
          : [],
    }),
    getSignaturesForAddress([address]) {
      requested.push(address)
      return []
    },
  })
  expect(requested).toEqual([own, addresses[8], ...addresses.slice(0, 7)])
})
