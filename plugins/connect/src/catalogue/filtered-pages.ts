import { computed, type ReadonlySignal, type Signal, signal } from '@wallet-modal/kernel'
import type { Catalogue } from './catalogue.js'
import { createWalletPages, type WalletPages } from './wallet-pages.js'

/** Pages of all wallets, and of the certified ones. */
export interface FilteredPages {
  readonly isCertifiedOnly: Signal<boolean>
  readonly current: ReadonlySignal<WalletPages>
  /** Whether the catalogue certifies some of the wallets loaded so far. */
  readonly certifies: ReadonlySignal<boolean>
  /** Loads the first page unless it was requested before. */
  start(): void
  more(): void
  /** Resets failures, so that `more` loads again. */
  resetFailures(): void
}

/** `isVisible` returns whether the pages are displayed, rather than a search result. While it returns false, no page is loaded. */
export function createFilteredPages(catalogue: Catalogue, isVisible: () => boolean): FilteredPages {
  const all = createWalletPages(catalogue, undefined, isVisible)
  const certified = createWalletPages(catalogue, 'certified', isVisible)
  const isCertifiedOnly = signal(false)
  const current = computed(() => (isCertifiedOnly.value ? certified : all))
  const more = (): void => {
    if (isVisible()) current.peek().more()
  }
  return {
    isCertifiedOnly,
    current,
    certifies: computed(() =>
      [catalogue.featured.value, catalogue.recommended.value, all.progress.value.wallets].some((wallets) =>
        wallets.some(({ badge_type }) => badge_type === 'certified'),
      ),
    ),
    more,
    start() {
      if (current.peek().progress.peek().status === 'idle') more()
    },
    resetFailures() {
      for (const pages of [all, certified]) pages.resetFailure()
    },
  }
}
