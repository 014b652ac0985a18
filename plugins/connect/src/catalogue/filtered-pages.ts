import { computed, type ReadonlySignal, type Signal, signal } from '@wallet-modal/kernel'
import type { CatalogueWallet } from '../contract.js'
import type { Catalogue } from './catalogue.js'
import { createWalletPages, type WalletPages, withNew } from './wallet-pages.js'

/** Pages of all wallets and pages of the certified wallets, with a filter that selects between them. */
export interface FilteredPages {
  readonly isCertifiedOnly: Signal<boolean>
  readonly current: ReadonlySignal<WalletPages>
  /**
   * Wallets of the current pages. With the filter, also the certified featured wallets, because the catalogue omits featured wallets from its pages.
   */
  readonly loaded: ReadonlySignal<readonly CatalogueWallet[]>
  /** Whether the catalogue certifies some of the wallets loaded so far. */
  readonly certifies: ReadonlySignal<boolean>
  /** Loads the first page unless it was requested before. */
  start(): void
  loadMore(): void
  /** Resets failures, so that `loadMore` loads again. */
  resetFailures(): void
}

const isCertified = ({ badge_type }: CatalogueWallet): boolean => badge_type === 'certified'

/** `isVisible` returns whether the pages are displayed, rather than a search result. While it returns false, no page is loaded. */
export function createFilteredPages(catalogue: Catalogue, isVisible: () => boolean): FilteredPages {
  const all = createWalletPages(catalogue, undefined, isVisible)
  const certified = createWalletPages(catalogue, 'certified', isVisible)
  const isCertifiedOnly = signal(false)
  const current = computed(() => (isCertifiedOnly.value ? certified : all))
  const loadMore = (): void => {
    if (isVisible()) current.peek().loadMore()
  }
  return {
    isCertifiedOnly,
    current,
    loaded: computed(() =>
      isCertifiedOnly.value
        ? withNew(catalogue.featured.value.filter(isCertified), certified.progress.value.wallets)
        : all.progress.value.wallets,
    ),
    certifies: computed(() =>
      [catalogue.featured.value, catalogue.recommended.value, all.progress.value.wallets].some((wallets) =>
        wallets.some(isCertified),
      ),
    ),
    loadMore,
    start() {
      if (current.peek().progress.peek().status === 'idle') loadMore()
    },
    resetFailures() {
      for (const pages of [all, certified]) pages.resetFailure()
    },
  }
}
