import type { HistoryEntry, HistoryPage, Network, ServiceApi } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_PAGES, readPage } from './page.js'

const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const network: Network = {
  ...{ caipNetworkId: 'eip155:1', namespace: 'eip155', reference: '1', name: 'Ethereum', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const hashOf = (id: number): string => `0x${id.toString(16).padStart(64, '0')}`
const at = (block: number): string => new Date(1_700_000_000_000 + block * 12_000).toISOString()

interface Item {
  readonly id: number
  readonly block: number
}
const transaction = ({ id, block }: Item, more: object = {}): object => ({
  ...{ hash: hashOf(id), block_number: block, timestamp: at(block), from: { hash: own }, to: { hash: other } },
  ...{ value: '5', fee: { type: 'actual', value: '7' }, status: 'ok', method: null, exchange_rate: '2000.5' },
  ...more,
})
const transfer = ({ id, block }: Item, more: object = {}): object => ({
  ...{
    transaction_hash: hashOf(id),
    block_number: block,
    timestamp: at(block),
    from: { hash: other },
    to: { hash: own },
  },
  token: {
    address_hash: contract,
    name: 'Dollar',
    symbol: 'USD',
    decimals: '6',
    type: 'ERC-20',
    exchange_rate: '1',
    reputation: 'ok',
  },
  total: { value: '1500000', decimals: '6' },
  ...more,
})

/** A service that returns both lists in pages of three. */
function serve(transactions: readonly object[], transfers: readonly object[]): Pick<ServiceApi, 'get'> {
  return {
    async get(path, { query = {}, schema }) {
      const all = path.endsWith('/transactions') ? transactions : transfers
      const from = Number(query.at ?? 0)
      const next_page_params = from + 3 < all.length ? { at: from + 3 } : null
      const result = await schema['~standard'].validate({ items: all.slice(from, from + 3), next_page_params })
      if (result.issues) throw new Error('refused')
      return result.value
    },
  }
}
const readOnePage = (service: Pick<ServiceApi, 'get'>, cursor?: string): Promise<HistoryPage> =>
  readPage(service, {
    ...{ account: { address: own, type: 'eoa' }, network, signal: new AbortController().signal },
    ...(cursor !== undefined && { cursor }),
  })
async function readAll(service: Pick<ServiceApi, 'get'>): Promise<readonly (readonly HistoryEntry[])[]> {
  const pages: (readonly HistoryEntry[])[] = []
  let cursor: string | undefined
  do {
    const page = await readOnePage(service, cursor)
    pages.push(page.entries)
    cursor = page.next
  } while (cursor !== undefined && pages.length < 100)
  return pages
}

describe('readPage', () => {
  it('merges transactions and token transfers into one list, newest first, each transaction once', async () => {
    const blocks = fc.uniqueArray(fc.nat(60), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(blocks, blocks, async (sent, received) => {
        const newest = (all: readonly number[]): readonly Item[] =>
          all.toSorted((one, two) => two - one).map((block) => ({ id: block + 1, block }))
        const service = serve(
          newest(sent).map((one) => transaction(one)),
          newest(received).map((one) => transfer(one)),
        )
        const entries = (await readAll(service)).flat()
        const expected = [...new Set([...sent, ...received])].toSorted((one, two) => two - one)
        expect(entries.map(({ hash }) => hash)).toEqual(expected.map((block) => hashOf(block + 1)))
        for (const [index, block] of expected.entries())
          expect(entries[index]?.transfers.length).toBe(Number(sent.includes(block)) + Number(received.includes(block)))
      }),
    )
  })

  it('lists each transaction once, with all of its transfers, if a page of the service ends between two of them', async () => {
    const [swap, older] = [
      { id: 9, block: 9 },
      { id: 5, block: 5 },
    ]
    const paid = transfer(swap, { from: { hash: own }, to: { hash: other } })
    const newer = [12, 11].map((block) => transfer({ id: block, block }))
    const pages = await readAll(serve([], [...newer, paid, transfer(swap), transfer(older)]))
    const entries = pages.flat()
    expect(entries.map(({ hash, type }) => [hash, type])).toEqual([
      [hashOf(12), 'receive'],
      [hashOf(11), 'receive'],
      [hashOf(9), 'trade'],
      [hashOf(5), 'receive'],
    ])
    expect(entries[2]?.transfers.map(({ direction }) => direction)).toEqual(['out', 'in'])
  })

  it('lists all transfers of blocks that contain several transactions, each with several transfers', async () => {
    const block = fc.nat(6)
    const sizes = fc.array(fc.record({ block, transfers: fc.nat(5), isOwn: fc.boolean() }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(sizes, async (made) => {
        const all = made
          .map((one, id) => ({ ...one, id: id + 1 }))
          .filter(({ isOwn, transfers }) => isOwn || transfers > 0)
          .toSorted((one, two) => two.block - one.block)
        const service = serve(
          all.filter(({ isOwn }) => isOwn).map((one) => transaction(one)),
          all.flatMap((one) => Array.from({ length: one.transfers }, () => transfer(one))),
        )
        const entries = (await readAll(service)).flat()
        const found = entries.map(({ hash, transfers }) => [hash, transfers.length])
        const expected = all.map(({ id, isOwn, transfers }) => [hashOf(id), Number(isOwn) + transfers])
        expect(found.toSorted()).toEqual(expected.toSorted())
        const blocks = entries.map(({ at = 0 }) => at)
        expect(blocks).toEqual(blocks.toSorted((one, two) => two - one))
      }),
    )
  })

  it('continues after a block whose transfers fill more pages than one reading requests', async () => {
    const airdrop = Array.from({ length: 3 * MAX_PAGES + 2 }, () => transfer({ id: 9, block: 9 }))
    const pages = await readAll(serve([], [...airdrop, transfer({ id: 5, block: 5 })]))
    const [first, ...others] = pages.flat()
    expect([first?.hash, first?.transfers.length]).toEqual([hashOf(9), 3 * MAX_PAGES])
    expect(others.at(-1)?.hash).toBe(hashOf(5))
  })

  it('reads the type of each entry: trade, approve, deploy and receive', async () => {
    const swap = { id: 9, block: 9 }
    const service = serve(
      [
        transaction(swap),
        transaction({ id: 8, block: 8 }, { value: '0', method: 'approve', to: { hash: contract } }),
        transaction({ id: 7, block: 7 }, { value: '0', created_contract: { hash: contract }, to: null }),
      ],
      [transfer(swap), transfer({ id: 6, block: 6 })],
    )
    const entries = (await readAll(service)).flat()
    expect(entries.map(({ type }) => type)).toEqual(['trade', 'approve', 'deploy', 'receive'])
    expect(entries[0]).toMatchObject({ fee: 7n, from: own, to: other, status: 'confirmed' })
    expect(entries[0]?.transfers).toMatchObject([
      { direction: 'out', symbol: 'ETH', amount: 5n, priceUsd: 20_005n * 10n ** 17n },
      { direction: 'in', symbol: 'USD', amount: 1_500_000n, decimals: 6, priceUsd: 10n ** 18n },
    ])
  })

  it('reports no sender if only a token transfer names the account as payer', async () => {
    const claim = transfer({ id: 1, block: 1 }, { from: { hash: own }, to: { hash: other } })
    const [entry] = (await readAll(serve([], [claim]))).flat()
    expect(entry?.from).toBeUndefined()
    expect(entry?.transfers[0]?.direction).toBe('out')
  })

  it('omits malformed items, and marks tokens with the reputation scam as spam', async () => {
    const scam = {
      address_hash: contract,
      name: 'Gift',
      symbol: 'GIFT',
      decimals: '18',
      type: 'ERC-20',
      reputation: 'scam',
    }
    const nonsense = [null, 7, 'x', {}, { hash: 'no' }]
    const service = serve([transaction({ id: 5, block: 5 })], [transfer({ id: 4, block: 4 }, { token: scam })])
    const entries = (await readAll(service)).flat()
    expect(entries[1]?.transfers[0]?.isSpam).toBe(true)
    expect(
      (
        await readAll(
          serve(
            nonsense.map((one) => Object(one)),
            nonsense.map((one) => Object(one)),
          ),
        )
      ).flat(),
    ).toEqual([])
  })
})

it('readPage rejects a reply without a list of items', async () => {
  const service: Pick<ServiceApi, 'get'> = {
    async get(_, { schema }) {
      const result = await schema['~standard'].validate({ message: 'Internal server error' })
      if (result.issues) throw new Error(result.issues[0]?.message)
      return result.value
    },
  }
  await expect(readOnePage(service)).rejects.toThrow(/"items" is not a list/)
})
