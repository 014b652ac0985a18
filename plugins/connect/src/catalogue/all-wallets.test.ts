import { signal } from '@wallet-modal/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CatalogueWallet } from '../contract.js'
import type { ConnectModel } from '../model.js'
import { arrangeRows, rowName } from '../rows.js'
import { type AllWallets, createAllWallets } from './all-wallets.js'
import type { Catalogue, PageRequest } from './catalogue.js'
import type { WalletPage } from './reply.js'
import { SEARCH_ENTRIES, SEARCH_WAIT_MS } from './search.js'
import { PAGE_ENTRIES } from './wallet-pages.js'

interface Question extends PageRequest {
  answer(wallets: readonly CatalogueWallet[], count?: number, sent?: number): Promise<void>
  fail(): Promise<void>
}

const wallet = (id: string): CatalogueWallet => ({ id, name: `Wallet ${id}` })
const many = (count: number, from = 0): readonly CatalogueWallet[] =>
  Array.from({ length: count }, (_, at) => wallet(String(from + at)))

/** A list whose questions to the catalogue the test answers. */
function start(isOffered = true): {
  readonly list: AllWallets
  readonly asked: Question[]
  /** Payloads of the emitted `tracked` events, in order. */
  readonly reports: readonly unknown[]
  names(): readonly string[]
} {
  const asked: Question[] = []
  const none = signal<readonly CatalogueWallet[]>([])
  const catalogue: Catalogue = {
    state: signal<'off'>('off'),
    featured: none,
    recommended: none,
    excluded: none,
    count: signal(undefined),
    load: () => null,
    isOffered: () => isOffered,
    image: () => signal(undefined),
    loadImage: async () => {},
    page: (request) =>
      new Promise<WalletPage>((resolve, reject) => {
        const settled = async (): Promise<void> => {
          for (let turn = 0; turn < 5; turn++) await Promise.resolve()
        }
        asked.push({
          ...request,
          answer(wallets, count, sent = wallets.length) {
            resolve({ wallets, count, sent })
            return settled()
          },
          fail() {
            reject(new Error('down'))
            return settled()
          },
        })
      }),
  }
  const installed = {
    id: 'here',
    name: 'Installed',
    type: 'ANNOUNCED',
    isInstalled: true,
    namespaces: ['eip155'],
    provider: async () => null,
  } as const
  const arrange: ConnectModel['arrange'] = (recommended) =>
    arrangeRows({ connectors: [installed], recent: [], featured: [], custom: [], recommended })
  const reports: unknown[] = []
  const list = createAllWallets({ catalogue, arrange }, { emit: (_token, ...payload) => void reports.push(...payload) })
  return { list, asked, reports, names: () => list.visible.value.rows.map(rowName) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the pages', () => {
  it('asks for 40 at a time, one page after the other, up to the count', async () => {
    const { list, asked, names } = start()
    expect(list.visible.value.status).toBe('loading')
    list.enter(1)
    list.more()
    expect(asked.map(({ page, entries }) => [page, entries])).toEqual([[1, PAGE_ENTRIES]])
    await asked[0]?.answer(many(40), 60)
    expect(names().length).toBe(41)
    list.more()
    await asked[1]?.answer(many(20, 40), 60)
    list.more()
    expect(asked.length).toBe(2)
    expect([names().length, names()[0], list.visible.value.isComplete]).toEqual([61, 'Installed', true])
  })

  it('shows a wallet once, whatever page it comes on', async () => {
    const { list, asked, names } = start()
    list.enter(1)
    await asked[0]?.answer([...many(40), wallet('0')], 80)
    list.more()
    await asked[1]?.answer(many(40, 20), 80)
    expect(names().length).toBe(61)
  })

  it('asks on by itself past a page that brings nothing new, but not without end', async () => {
    const { list, asked } = start()
    list.enter(1)
    for (let page = 0; page < 10; page++) await asked[page]?.answer([], 1_000_000, 40)
    expect(asked.length).toBe(3)
    expect(list.visible.value.isComplete).toBe(true)
  })

  it('ends with a page that is not full where the service does not count', async () => {
    const { list, asked } = start()
    list.enter(1)
    await asked[0]?.answer(many(39))
    expect(list.visible.value.isComplete).toBe(true)
  })

  it('keeps what it has when a page fails, and Retry asks for that page again', async () => {
    const { list, asked, names } = start()
    list.enter(1)
    await asked[0]?.answer(many(40), 80)
    list.more()
    await asked[1]?.fail()
    expect([names().length, list.visible.value.status]).toEqual([41, 'failed'])
    list.more()
    expect(asked.length).toBe(2)
    list.retry()
    expect(asked[2]?.page).toBe(2)
    await asked[2]?.answer(many(40, 40), 80)
    expect([names().length, list.visible.value.status]).toEqual([81, 'ready'])
  })

  it('offers certified wallets alone once the catalogue has one, and keeps the whole list for later', async () => {
    const { list, asked, names, reports } = start()
    const certified = { ...wallet('gold'), badge_type: 'certified' }
    list.enter(1)
    await asked[0]?.answer(many(40), 80)
    expect(list.certifies.value).toBe(false)
    list.more()
    await asked[1]?.answer([...many(39, 40), certified], 80)
    expect(list.certifies.value).toBe(true)
    list.showCertifiedOnly(true)
    expect(asked[2]).toMatchObject({ page: 1, entries: PAGE_ENTRIES, badge_type: 'certified' })
    await asked[2]?.answer([certified], 1)
    expect([names(), list.visible.value.isComplete]).toEqual([['Wallet gold'], true])
    list.search('gold')
    await vi.advanceTimersByTimeAsync(SEARCH_WAIT_MS)
    expect(asked[3]).toMatchObject({ search: 'gold', badge_type: 'certified' })
    expect(reports).toEqual([{ event: 'SEARCH_WALLET', properties: { search: 'gold', badge: 'certified' } }])
    list.search('installed')
    expect(names()).toEqual([])
    list.search('')
    list.showCertifiedOnly(false)
    expect([names().length, asked.length]).toEqual([81, 4])
  })

  it('asks nothing before anybody looks, after the visitor left, and where there is no service', async () => {
    const { list, asked } = start()
    list.more()
    expect(asked).toEqual([])
    list.enter(1)
    await asked[0]?.answer(many(40), 80)
    list.leave()
    list.more()
    expect(asked.length).toBe(1)
    const off = start(false)
    off.list.enter(1)
    expect([off.asked.length, off.list.visible.value.isComplete, off.names()]).toEqual([0, true, ['Installed']])
  })
})

describe('the search', () => {
  const rest = async (): Promise<unknown> => vi.advanceTimersByTimeAsync(SEARCH_WAIT_MS)

  it('waits for two characters and a rest of 300 ms, and asks for a hundred', async () => {
    const { list, asked, names } = start()
    list.search('w')
    await rest()
    expect([asked.length, list.visible.value.term]).toEqual([0, ''])
    list.search('wa')
    await vi.advanceTimersByTimeAsync(SEARCH_WAIT_MS - 1)
    list.search(' Wal ')
    await vi.advanceTimersByTimeAsync(SEARCH_WAIT_MS - 1)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked.map(({ page, entries, search }) => [page, entries, search])).toEqual([[1, SEARCH_ENTRIES, 'wal']])
    await asked[0]?.answer([wallet('x')])
    expect([names(), list.visible.value.isComplete]).toEqual([['Wallet x'], true])
  })

  it('shows at once what is known, and the answer adds to it without moving it', async () => {
    const { list, asked, names } = start()
    list.enter(1)
    await asked[0]?.answer([wallet('b'), { id: 'c', name: 'Other' }, wallet('a')], 3)
    list.search('wallet')
    expect([names(), list.visible.value.status]).toEqual([['Wallet b', 'Wallet a'], 'loading'])
    await rest()
    await asked[1]?.answer([wallet('b'), wallet('new'), wallet('a')])
    expect(names()).toEqual(['Wallet b', 'Wallet a', 'Wallet new'])
    list.search('insta')
    expect(names()).toEqual(['Installed'])
  })

  it('C2: ends the older search, and its late answer changes nothing', async () => {
    const { list, asked, names } = start()
    list.search('one')
    await rest()
    list.search('two')
    expect(asked[0]?.signal?.aborted).toBe(true)
    await asked[0]?.answer([{ id: '1', name: 'one' }])
    expect([names(), list.visible.value.status]).toEqual([[], 'loading'])
    await rest()
    await asked[1]?.answer([{ id: '2', name: 'two' }])
    expect(names()).toEqual(['two'])
    list.search('')
    expect(asked[1]?.signal?.aborted).toBe(true)
  })

  it('Retry asks the same again after a failure', async () => {
    const { list, asked, names } = start()
    list.search('one')
    await rest()
    await asked[0]?.fail()
    expect([list.visible.value.status, list.visible.value.isComplete]).toEqual(['failed', false])
    list.retry()
    expect(asked[1]?.search).toBe('one')
    await asked[1]?.answer([{ id: '1', name: 'one' }])
    expect([names(), list.visible.value.status]).toEqual([['one'], 'ready'])
  })

  it('is ended by leaving, goes on after Back, and is gone with a new visit', async () => {
    const { list, asked } = start()
    list.enter(1)
    list.search('one')
    list.leave()
    await rest()
    expect(asked.filter(({ search }) => search)).toEqual([])
    list.enter(1)
    expect(asked.filter(({ search }) => search).length).toBe(1)
    list.visible.value.position.top = 500
    list.enter(2)
    expect([list.query.value, list.visible.value.term, list.visible.value.position.top]).toEqual(['', '', 0])
  })
})
