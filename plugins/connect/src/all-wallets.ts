import {
  batch,
  computed,
  type EventToken,
  type ReadonlySignal,
  signal,
  type TrackedEvent,
  type ViewContext,
} from '@wallet-modal/kernel'
import type { Place } from '@wallet-modal/kernel/lists'
import type { CatalogueWallet } from './contract.js'
import { isTouch } from './device.js'
import type { ConnectModel } from './model.js'
import { isSame, rowName, type WalletRow } from './rows.js'

/** As in the kernel. Declared here, because one that is imported adds to what pages load before a click. */
const tracked: EventToken<TrackedEvent> = { kind: 'event', name: '@wallet-modal/kernel#tracked' }

export const PAGE_ENTRIES = 40
export const SEARCH_ENTRIES = 100
export const SEARCH_WAIT_MS = 300
/** Shorter texts are not searched for. */
export const SEARCH_LENGTH = 2
/** The catalogue takes no longer ones. */
const MAX_SEARCH_LENGTH = 200

/** How many pages in a row may bring nothing new: a service that counts wrongly is not asked without end. */
const MAX_BARREN_PAGES = 3

type Status = 'loading' | 'ready' | 'failed'

interface Progress {
  /** `idle`: nobody has asked yet. */
  readonly status: Status | 'idle'
  readonly wallets: readonly CatalogueWallet[]
}

/** What of the list is on the screen. */
export interface Shown {
  /** What is searched for; empty while the whole list is shown. */
  readonly term: string
  readonly rows: readonly WalletRow[]
  readonly status: Status
  /** Where the visitor was in the list. */
  readonly place: Place
  /** No more rows are to come. */
  readonly isWhole: boolean
}

/** The catalogue page by page, and a search in it. It lives as long as the modal's model: what was loaded is there the next time. */
export interface AllWallets {
  /** What the visitor typed. */
  readonly query: ReadonlySignal<string>
  readonly shown: ReadonlySignal<Shown>
  search(text: string): void
  /** Asks for the next page, unless one is under way, has failed, or was the last. */
  more(): void
  retry(): void
  /** A new visit begins with the whole list; coming back to a visit finds it as it was left. */
  enter(visit: number | undefined): void
  /** Nothing is asked for while nobody looks. */
  leave(): void
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

const withNew = (known: readonly CatalogueWallet[], found: readonly CatalogueWallet[]): readonly CatalogueWallet[] => {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...found.filter(({ id }) => !ids.has(id) && ids.add(id))]
}

type Parts = Pick<ConnectModel, 'catalogue' | 'arrange'>

export function createAllWallets({ catalogue, arrange }: Parts, { emit }: Pick<ViewContext, 'emit'>): AllWallets {
  const query = signal('')
  const term = computed(() => {
    const text = fold(query.value.slice(0, MAX_SEARCH_LENGTH))
    return text.length < SEARCH_LENGTH ? '' : text
  })
  const pages = signal<Progress>({ status: 'idle', wallets: [] })
  const found = signal<Progress>({ status: 'idle', wallets: [] })
  const isLast = signal(false)
  const place = signal<Place>({ top: 0, focused: undefined })
  let next = 1
  let barren = 0
  let seeker: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let visited: number | undefined
  let isSeen = false

  /** Another text shows another list, from its top. */
  const type = (text: string): void =>
    batch(() => {
      query.value = text
      place.value = { top: 0, focused: undefined }
    })
  const stopSearch = (): void => {
    clearTimeout(timer)
    seeker?.abort()
  }
  const ask = async (): Promise<void> => {
    stopSearch()
    const mine = new AbortController()
    seeker = mine
    found.value = { ...found.peek(), status: 'loading' }
    emit(tracked, { event: 'SEARCH_WALLET', properties: { search: term.peek() } })
    try {
      const { wallets } = await catalogue.page({
        page: 1,
        entries: SEARCH_ENTRIES,
        search: term.peek(),
        signal: mine.signal,
      })
      if (!mine.signal.aborted) found.value = { status: 'ready', wallets }
    } catch {
      // told by the status; the catalogue's own log has the reason
      if (!mine.signal.aborted) found.value = { ...found.peek(), status: 'failed' }
    }
  }
  const load = async (): Promise<void> => {
    const page = next
    pages.value = { ...pages.peek(), status: 'loading' }
    try {
      const { wallets, sent, count } = await catalogue.page({ page, entries: PAGE_ENTRIES })
      const before = pages.peek().wallets
      const all = withNew(before, wallets)
      barren = all.length === before.length ? barren + 1 : 0
      batch(() => {
        next = page + 1
        isLast.value =
          sent === 0 ||
          barren === MAX_BARREN_PAGES ||
          (count === undefined ? sent < PAGE_ENTRIES : page * PAGE_ENTRIES >= count)
        pages.value = { status: 'ready', wallets: all }
      })
      if (barren > 0) more() // the list did not grow, so nobody would ask
    } catch {
      pages.value = { ...pages.peek(), status: 'failed' } // told by the status
    }
  }
  const more = (): void => {
    const { status } = pages.peek()
    if (!isSeen || term.peek() || isLast.peek() || status === 'loading' || status === 'failed') return
    if (catalogue.isOffered()) void load()
    else isLast.value = true
  }
  const now = computed(() => (term.value ? found.value : pages.value))

  const status = computed(() => {
    const { status } = now.value
    return status !== 'idle' ? status : isLast.value ? 'ready' : 'loading'
  })
  const rows = computed(() => {
    // on a phone the list may be all there is; elsewhere Connect has that row
    const isListed = ({ section }: WalletRow): boolean => section !== 'walletConnect' || isTouch()
    if (!term.value) return arrange(pages.value.wallets).filter(isListed)
    const isMatch = (name: string): boolean => fold(name).includes(term.value)
    const known = pages.value.wallets.filter(({ name }) => isMatch(name))
    const all = withNew(known, found.value.wallets)
    const ids = new Set(all.map(({ id }) => id))
    return arrange(all).filter(
      (row) =>
        isListed(row) &&
        (isMatch(rowName(row)) ||
          (row.kind === 'wallet'
            ? ids.has(row.wallet.id)
            : all.some((wallet) => row.connectors.some((one) => isSame(wallet, one))))),
    )
  })

  return {
    query,
    shown: computed(() => ({
      term: term.value,
      rows: rows.value,
      status: status.value,
      place: place.value,
      isWhole: term.value ? found.value.status === 'ready' : isLast.value,
    })),
    search(text) {
      const before = term.peek()
      type(text)
      if (term.peek() === before) return
      stopSearch()
      if (!term.peek()) return
      found.value = { status: 'loading', wallets: [] }
      timer = setTimeout(() => void ask(), SEARCH_WAIT_MS)
    },
    more,
    retry() {
      catalogue.load()
      if (term.peek()) return void ask()
      if (pages.peek().status === 'failed') void load()
    },
    enter(visit) {
      isSeen = true
      if (visit === visited) {
        if (term.peek() && found.peek().status === 'loading') void ask()
      } else {
        stopSearch()
        type('')
        if (pages.peek().status === 'failed') pages.value = { ...pages.peek(), status: 'idle' }
      }
      visited = visit
      catalogue.load()
      if (pages.peek().status === 'idle') more()
    },
    leave() {
      isSeen = false
      stopSearch()
    },
  }
}

const lists = new WeakMap<ConnectModel, AllWallets>()

/** The one list of a modal. */
export function allWalletsOf(model: ConnectModel, ctx: Pick<ViewContext, 'emit'>): AllWallets {
  const known = lists.get(model) ?? createAllWallets(model, ctx)
  lists.set(model, known)
  return known
}
