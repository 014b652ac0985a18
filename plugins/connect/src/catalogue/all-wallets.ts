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
import type { CatalogueWallet } from '../contract.js'
import { isTouch } from '../device.js'
import type { ConnectModel } from '../model.js'
import { isSame, rowName, type WalletRow } from '../rows.js'
import type { Catalogue } from './catalogue.js'
import { createWalletPages, type Progress, withNew } from './wallet-pages.js'

/** Copied from the kernel, because importing it would add to the code that loads before a click. */
const tracked: EventToken<TrackedEvent> = { kind: 'event', name: '@wallet-modal/kernel#tracked' }

export const SEARCH_ENTRIES = 100
export const SEARCH_WAIT_MS = 300
/** Minimum length of a search text. */
export const SEARCH_LENGTH = 2
/** Maximum length accepted by the catalogue. */
const MAX_SEARCH_LENGTH = 200

/** Visible part of the list. */
export interface Shown {
  /** Search text; empty while the whole list is shown. */
  readonly term: string
  readonly rows: readonly WalletRow[]
  readonly status: Exclude<Progress['status'], 'idle'>
  /** Scroll position of the list. */
  readonly place: Place
  /** Whether all rows are loaded. */
  readonly isWhole: boolean
}

/** The catalogue page by page, with a search. Lives as long as the modal's model, so loaded pages are kept. */
export interface AllWallets {
  /** What the visitor typed. */
  readonly query: ReadonlySignal<string>
  readonly shown: ReadonlySignal<Shown>
  /** Whether the catalogue certifies some of the wallets loaded so far. */
  readonly certifies: ReadonlySignal<boolean>
  /** Only certified wallets are shown. */
  readonly isCertifiedOnly: ReadonlySignal<boolean>
  showCertifiedOnly(isOnly: boolean): void
  search(text: string): void
  /** Loads the next page, unless one is pending, has failed, or was the last. */
  more(): void
  retry(): void
  /** A new visit starts with the whole list; going back restores the list. */
  enter(visit: number | undefined): void
  /** No requests while the view is not shown. */
  leave(): void
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

type Parts = Pick<ConnectModel, 'catalogue' | 'arrange'>

/** Searches the catalogue for the entered text. */
function createSearch(catalogue: Catalogue, isCertified: () => boolean, { emit }: Pick<ViewContext, 'emit'>) {
  const found = signal<Progress>({ status: 'idle', wallets: [] })
  let seeker: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    clearTimeout(timer)
    seeker?.abort()
  }
  const ask = async (search: string): Promise<void> => {
    stop()
    const mine = new AbortController()
    seeker = mine
    found.value = { ...found.peek(), status: 'loading' }
    const badge = isCertified() ? 'certified' : undefined
    emit(tracked, { event: 'SEARCH_WALLET', properties: { search, ...(badge && { badge }) } })
    const request = { page: 1, entries: SEARCH_ENTRIES, search, badge_type: badge } as const
    try {
      const { wallets } = await catalogue.page({ ...request, signal: mine.signal })
      if (!mine.signal.aborted) found.value = { status: 'ready', wallets }
    } catch {
      // the catalogue logs the reason
      if (!mine.signal.aborted) found.value = { ...found.peek(), status: 'failed' }
    }
  }
  return {
    found,
    ask,
    stop,
    /** Searches after the visitor has stopped typing. */
    askSoon(search: string): void {
      stop()
      found.value = { status: 'loading', wallets: [] }
      timer = setTimeout(() => void ask(search), SEARCH_WAIT_MS)
    },
  }
}

export function createAllWallets({ catalogue, arrange }: Parts, ctx: Pick<ViewContext, 'emit'>): AllWallets {
  const query = signal('')
  const term = computed(() => {
    const text = fold(query.value.slice(0, MAX_SEARCH_LENGTH))
    return text.length < SEARCH_LENGTH ? '' : text
  })
  const isCertifiedOnly = signal(false)
  const place = signal<Place>({ top: 0, focused: undefined })
  let visited: number | undefined
  let isSeen = false

  const isBrowsed = (): boolean => isSeen && !term.peek()
  const lists = {
    all: createWalletPages(catalogue, undefined, isBrowsed),
    certified: createWalletPages(catalogue, 'certified', isBrowsed),
  }
  const pages = computed(() => (isCertifiedOnly.value ? lists.certified : lists.all))
  const search = createSearch(catalogue, () => isCertifiedOnly.peek(), ctx)
  const certifies = computed(() =>
    [catalogue.featured.value, catalogue.recommended.value, lists.all.progress.value.wallets].some((wallets) =>
      wallets.some(({ badge_type }) => badge_type === 'certified'),
    ),
  )

  /** Another text shows another list from its top. */
  const type = (text: string): void =>
    batch(() => {
      query.value = text
      place.value = { top: 0, focused: undefined }
    })
  const more = (): void => {
    if (isBrowsed()) pages.peek().more()
  }
  const status = computed(() => {
    const { status } = term.value ? search.found.value : pages.value.progress.value
    return status !== 'idle' ? status : pages.value.isLast.value ? 'ready' : 'loading'
  })
  const rows = computed(() =>
    rowsOf({
      arrange,
      term: term.value,
      loaded: pages.value.progress.value.wallets,
      found: search.found.value.wallets,
      isCertifiedOnly: isCertifiedOnly.value,
    }),
  )

  return {
    query,
    certifies,
    isCertifiedOnly,
    shown: computed(() => ({
      term: term.value,
      rows: rows.value,
      status: status.value,
      place: place.value,
      isWhole: term.value ? search.found.value.status === 'ready' : pages.value.isLast.value,
    })),
    showCertifiedOnly(isOnly) {
      batch(() => {
        isCertifiedOnly.value = isOnly
        place.value = { top: 0, focused: undefined }
      })
      if (term.peek()) search.askSoon(term.peek())
      else if (pages.peek().progress.peek().status === 'idle') more()
    },
    search(text) {
      const before = term.peek()
      type(text)
      if (term.peek() === before) return
      search.stop()
      if (term.peek()) search.askSoon(term.peek())
      else if (pages.peek().progress.peek().status === 'idle') more()
    },
    more,
    retry() {
      catalogue.load()
      if (term.peek()) return void search.ask(term.peek())
      pages.peek().retry()
    },
    enter(visit) {
      isSeen = true
      if (visit === visited) {
        if (term.peek() && search.found.peek().status === 'loading') void search.ask(term.peek())
      } else {
        search.stop()
        type('')
        isCertifiedOnly.value = false
        for (const list of [lists.all, lists.certified]) list.forgetFailure()
      }
      visited = visit
      catalogue.load()
      if (pages.peek().progress.peek().status === 'idle') more()
    },
    leave() {
      isSeen = false
      search.stop()
    },
  }
}

interface RowsRequest extends Pick<ConnectModel, 'arrange'> {
  readonly term: string
  readonly loaded: readonly CatalogueWallet[]
  readonly found: readonly CatalogueWallet[]
  readonly isCertifiedOnly: boolean
}

/** Installed wallets first, then those of the catalogue, filtered by the search text and by certification. */
function rowsOf({ arrange, term, loaded, found, isCertifiedOnly }: RowsRequest): readonly WalletRow[] {
  // on a phone this list may be the only view; elsewhere the Connect view lists the wallet
  const isListed = ({ section }: WalletRow): boolean => section !== 'walletConnect' || isTouch()
  if (!term && !isCertifiedOnly) return arrange(loaded).filter(isListed)
  const isMatch = (name: string): boolean => fold(name).includes(term)
  const all = term
    ? withNew(
        loaded.filter(({ name }) => isMatch(name)),
        found,
      )
    : loaded
  const ids = new Set(all.map(({ id }) => id))
  const isFound = (row: WalletRow): boolean =>
    row.kind === 'wallet'
      ? ids.has(row.wallet.id)
      : all.some((wallet) => row.connectors.some((one) => isSame(wallet, one)))
  // an installed wallet that the catalogue does not list is found by its name, and is never certified
  return arrange(all).filter((row) => isListed(row) && (isFound(row) || (!isCertifiedOnly && isMatch(rowName(row)))))
}

const lists = new WeakMap<ConnectModel, AllWallets>()

/** The list of a modal. */
export function allWalletsOf(model: ConnectModel, ctx: Pick<ViewContext, 'emit'>): AllWallets {
  const known = lists.get(model) ?? createAllWallets(model, ctx)
  lists.set(model, known)
  return known
}
