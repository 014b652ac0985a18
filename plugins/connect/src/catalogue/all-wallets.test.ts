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

interface PendingRequest extends PageRequest {
  answer(wallets: readonly CatalogueWallet[], count?: number, sent?: number): Promise<void>
  fail(): Promise<void>
}

const wallet = (id: string): CatalogueWallet => ({ id, name: `Wallet ${id}` })
const many = (count: number, from = 0): readonly CatalogueWallet[] =>
  Array.from({ length: count }, (_, at) => wallet(String(from + at)))

/** Creates a list. The test replies to its catalogue requests. */
function start(
  isOffered = true,
  featured: readonly CatalogueWallet[] = [],
): {
  readonly list: AllWallets
  readonly requests: PendingRequest[]
  /** Payloads of the emitted `tracked` events, in order. */
  readonly reports: readonly unknown[]
  names(): readonly string[]
} {
  const requests: PendingRequest[] = []
  const none = signal<readonly CatalogueWallet[]>([])
  const catalogue: Catalogue = {
    state: signal<'off'>('off'),
    featured: signal(featured),
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
        requests.push({
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
    arrangeRows({ connectors: [installed], recent: [], featured, custom: [], recommended })
  const reports: unknown[] = []
  const list = createAllWallets({ catalogue, arrange }, { emit: (_token, ...payload) => void reports.push(...payload) })
  return { list, requests, reports, names: () => list.visible.value.rows.map(rowName) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the pages of all wallets', () => {
  it('are requested one after the other, with 40 wallets each, up to the count', async () => {
    const { list, requests, names } = start()
    expect(list.visible.value.status).toBe('loading')
    list.onOpen(1)
    list.loadMore()
    expect(requests.map(({ page, entries }) => [page, entries])).toEqual([[1, PAGE_ENTRIES]])
    await requests[0]?.answer(many(40), 60)
    expect(names().length).toBe(41)
    list.loadMore()
    await requests[1]?.answer(many(20, 40), 60)
    list.loadMore()
    expect(requests.length).toBe(2)
    expect([names().length, names()[0], list.visible.value.isComplete]).toEqual([61, 'Installed', true])
  })

  it('list a wallet once even if two pages contain it', async () => {
    const { list, requests, names } = start()
    list.onOpen(1)
    await requests[0]?.answer([...many(40), wallet('0')], 80)
    list.loadMore()
    await requests[1]?.answer(many(40, 20), 80)
    expect(names().length).toBe(61)
  })

  it('without new wallets are skipped automatically, up to three requests in total', async () => {
    const { list, requests } = start()
    list.onOpen(1)
    for (let page = 0; page < 10; page++) await requests[page]?.answer([], 1_000_000, 40)
    expect(requests.length).toBe(3)
    expect(list.visible.value.isComplete).toBe(true)
  })

  it('end with a page that is not full if the service sends no count', async () => {
    const { list, requests } = start()
    list.onOpen(1)
    await requests[0]?.answer(many(39))
    expect(list.visible.value.isComplete).toBe(true)
  })

  it('stay listed if the next page fails, and retry() requests that page again', async () => {
    const { list, requests, names } = start()
    list.onOpen(1)
    await requests[0]?.answer(many(40), 80)
    list.loadMore()
    await requests[1]?.fail()
    expect([names().length, list.visible.value.status]).toEqual([41, 'failed'])
    list.loadMore()
    expect(requests.length).toBe(2)
    list.retry()
    expect(requests[2]?.page).toBe(2)
    await requests[2]?.answer(many(40, 40), 80)
    expect([names().length, list.visible.value.status]).toEqual([81, 'ready'])
  })

  it('can be limited to certified wallets once one is listed, and restored without a new request', async () => {
    const { list, requests, names, reports } = start()
    const certified = { ...wallet('gold'), badge_type: 'certified' }
    list.onOpen(1)
    await requests[0]?.answer(many(40), 80)
    expect(list.certifies.value).toBe(false)
    list.loadMore()
    await requests[1]?.answer([...many(39, 40), certified], 80)
    expect(list.certifies.value).toBe(true)
    list.showCertifiedOnly(true)
    expect(requests[2]).toMatchObject({ page: 1, entries: PAGE_ENTRIES, badge_type: 'certified' })
    await requests[2]?.answer([certified], 1)
    expect([names(), list.visible.value.isComplete]).toEqual([['Wallet gold'], true])
    list.search('gold')
    await vi.advanceTimersByTimeAsync(SEARCH_WAIT_MS)
    expect(requests[3]).toMatchObject({ search: 'gold', badge_type: 'certified' })
    expect(reports).toEqual([{ event: 'SEARCH_WALLET', properties: { search: 'gold', badge: 'certified' } }])
    list.search('installed')
    expect(names()).toEqual([])
    list.search('')
    list.showCertifiedOnly(false)
    expect([names().length, requests.length]).toEqual([81, 4])
  })

  it('include the certified featured wallets after the limit to certified wallets, although no page contains them', async () => {
    const featured = [{ ...wallet('gold'), badge_type: 'certified' }, wallet('plain')]
    const { list, requests, names } = start(true, featured)
    list.onOpen(1)
    await requests[0]?.answer(many(2), 2)
    expect(list.certifies.value).toBe(true)
    list.showCertifiedOnly(true)
    await requests[1]?.answer([{ ...wallet('silver'), badge_type: 'certified' }], 1)
    expect(names()).toEqual(['Wallet gold', 'Wallet silver'])
  })

  it('are not requested before onOpen(), after onClose(), or without a service', async () => {
    const { list, requests } = start()
    list.loadMore()
    expect(requests).toEqual([])
    list.onOpen(1)
    await requests[0]?.answer(many(40), 80)
    list.onClose()
    list.loadMore()
    expect(requests.length).toBe(1)
    const off = start(false)
    off.list.onOpen(1)
    expect([off.requests.length, off.list.visible.value.isComplete, off.names()]).toEqual([0, true, ['Installed']])
  })
})

describe('the search', () => {
  const waitForSearch = async (): Promise<unknown> => vi.advanceTimersByTimeAsync(SEARCH_WAIT_MS)

  it('starts with two characters and after 300 ms without typing, and requests 100 wallets', async () => {
    const { list, requests, names } = start()
    list.search('w')
    await waitForSearch()
    expect([requests.length, list.visible.value.term]).toEqual([0, ''])
    list.search('wa')
    await vi.advanceTimersByTimeAsync(SEARCH_WAIT_MS - 1)
    list.search(' Wal ')
    await vi.advanceTimersByTimeAsync(SEARCH_WAIT_MS - 1)
    expect(requests).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(requests.map(({ page, entries, search }) => [page, entries, search])).toEqual([[1, SEARCH_ENTRIES, 'wal']])
    await requests[0]?.answer([wallet('x')])
    expect([names(), list.visible.value.isComplete]).toEqual([['Wallet x'], true])
  })

  it('shows loaded matches at once, and appends those of the service without moving them', async () => {
    const { list, requests, names } = start()
    list.onOpen(1)
    await requests[0]?.answer([wallet('b'), { id: 'c', name: 'Other' }, wallet('a')], 3)
    list.search('wallet')
    expect([names(), list.visible.value.status]).toEqual([['Wallet b', 'Wallet a'], 'loading'])
    await waitForSearch()
    await requests[1]?.answer([wallet('b'), wallet('new'), wallet('a')])
    expect(names()).toEqual(['Wallet b', 'Wallet a', 'Wallet new'])
    list.search('insta')
    expect(names()).toEqual(['Installed'])
  })

  it('C2: aborts the previous search and ignores its late reply', async () => {
    const { list, requests, names } = start()
    list.search('one')
    await waitForSearch()
    list.search('two')
    expect(requests[0]?.signal?.aborted).toBe(true)
    await requests[0]?.answer([{ id: '1', name: 'one' }])
    expect([names(), list.visible.value.status]).toEqual([[], 'loading'])
    await waitForSearch()
    await requests[1]?.answer([{ id: '2', name: 'two' }])
    expect(names()).toEqual(['two'])
    list.search('')
    expect(requests[1]?.signal?.aborted).toBe(true)
  })

  it('requests the same text again with retry() after a failure', async () => {
    const { list, requests, names } = start()
    list.search('one')
    await waitForSearch()
    await requests[0]?.fail()
    expect([list.visible.value.status, list.visible.value.isComplete]).toEqual(['failed', false])
    list.retry()
    expect(requests[1]?.search).toBe('one')
    await requests[1]?.answer([{ id: '1', name: 'one' }])
    expect([names(), list.visible.value.status]).toEqual([['one'], 'ready'])
  })

  it('is stopped by onClose(), continues on return, and is cleared by a new visit', async () => {
    const { list, requests } = start()
    list.onOpen(1)
    list.search('one')
    list.onClose()
    await waitForSearch()
    expect(requests.filter(({ search }) => search)).toEqual([])
    list.onOpen(1)
    expect(requests.filter(({ search }) => search).length).toBe(1)
    list.visible.value.position.top = 500
    list.onOpen(2)
    expect([list.query.value, list.visible.value.term, list.visible.value.position.top]).toEqual(['', '', 0])
  })
})
