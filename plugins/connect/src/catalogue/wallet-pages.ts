import { batch, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { CatalogueWallet } from '../contract.js'
import type { Catalogue } from './catalogue.js'

export const PAGE_ENTRIES = 40
/** Number of consecutive pages without new wallets after which loading stops (protects against a service with a wrong count). */
const MAX_PAGES_WITHOUT_NEW = 3

export interface Progress {
  /** `idle`: nothing was requested yet. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly wallets: readonly CatalogueWallet[]
}

/** Catalogue list, loaded page by page. */
export interface WalletPages {
  readonly progress: ReadonlySignal<Progress>
  /** Whether the last page is loaded. */
  readonly isLast: ReadonlySignal<boolean>
  /** Loads the next page, unless a page is pending, a page has failed, or the last page is loaded. */
  loadMore(): void
  /** Retries the failed page. */
  retry(): void
  /** Resets a failure, so that `loadMore` loads again. */
  resetFailure(): void
}

/** Appends the wallets of `added` that `wallets` does not contain. */
export function withNew(
  wallets: readonly CatalogueWallet[],
  added: readonly CatalogueWallet[],
): readonly CatalogueWallet[] {
  const ids = new Set(wallets.map(({ id }) => id))
  return [...wallets, ...added.filter(({ id }) => !ids.has(id) && ids.add(id))]
}

/** All wallets of the catalogue, or the certified wallets. After a page without new wallets, loads the next page if `isVisible` returns true. */
export function createWalletPages(
  catalogue: Catalogue,
  badge_type: 'certified' | undefined,
  isVisible: () => boolean,
): WalletPages {
  const progress = signal<Progress>({ status: 'idle', wallets: [] })
  const isLast = signal(false)
  let next = 1
  let pagesWithoutNew = 0

  const load = async (): Promise<void> => {
    const page = next
    progress.value = { ...progress.peek(), status: 'loading' }
    try {
      const { wallets, sent, count } = await catalogue.page({ page, entries: PAGE_ENTRIES, badge_type })
      const before = progress.peek().wallets
      const all = withNew(before, wallets)
      pagesWithoutNew = all.length === before.length ? pagesWithoutNew + 1 : 0
      const isEnd = count === undefined ? sent < PAGE_ENTRIES : page * PAGE_ENTRIES >= count
      batch(() => {
        next = page + 1
        isLast.value = sent === 0 || pagesWithoutNew === MAX_PAGES_WITHOUT_NEW || isEnd
        progress.value = { status: 'ready', wallets: all }
      })
      if (pagesWithoutNew > 0 && isVisible()) loadMore() // the view requests the next page only after the list has grown
    } catch {
      progress.value = { ...progress.peek(), status: 'failed' } // the catalogue logs the reason
    }
  }
  const loadMore = (): void => {
    const { status } = progress.peek()
    if (isLast.peek() || status === 'loading' || status === 'failed') return
    if (catalogue.isOffered()) void load()
    else isLast.value = true
  }
  return {
    progress,
    isLast,
    loadMore,
    retry() {
      if (progress.peek().status === 'failed') void load()
    },
    resetFailure() {
      if (progress.peek().status === 'failed') progress.value = { ...progress.peek(), status: 'idle' }
    },
  }
}
