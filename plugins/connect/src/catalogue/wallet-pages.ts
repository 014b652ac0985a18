import { batch, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { CatalogueWallet } from '../contract.js'
import type { Catalogue } from './catalogue.js'

export const PAGE_ENTRIES = 40
/** How many pages in a row may bring nothing new: a service that counts wrongly is not asked without end. */
const MAX_BARREN_PAGES = 3

export interface Progress {
  /** `idle`: nobody has asked yet. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly wallets: readonly CatalogueWallet[]
}

/** A list of the catalogue, loaded a page at a time. */
export interface WalletPages {
  readonly progress: ReadonlySignal<Progress>
  /** The last page is loaded. */
  readonly isLast: ReadonlySignal<boolean>
  /** Asks for the next page, unless one is under way, has failed, or was the last. */
  more(): void
  /** Asks for the failed page again. */
  retry(): void
  /** A failure no longer keeps `more` from asking. */
  forgetFailure(): void
}

/** The wallets of `known`, and those of `found` that it lacks. */
export function withNew(
  known: readonly CatalogueWallet[],
  found: readonly CatalogueWallet[],
): readonly CatalogueWallet[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...found.filter(({ id }) => !ids.has(id) && ids.add(id))]
}

/** All wallets of the catalogue, or the certified ones. `isWanted` says whether a page that brought nothing new is followed by the next. */
export function createWalletPages(
  catalogue: Catalogue,
  badge_type: 'certified' | undefined,
  isWanted: () => boolean,
): WalletPages {
  const progress = signal<Progress>({ status: 'idle', wallets: [] })
  const isLast = signal(false)
  let next = 1
  let barren = 0

  const load = async (): Promise<void> => {
    const page = next
    progress.value = { ...progress.peek(), status: 'loading' }
    try {
      const { wallets, sent, count } = await catalogue.page({ page, entries: PAGE_ENTRIES, badge_type })
      const before = progress.peek().wallets
      const all = withNew(before, wallets)
      barren = all.length === before.length ? barren + 1 : 0
      const isEnd = count === undefined ? sent < PAGE_ENTRIES : page * PAGE_ENTRIES >= count
      batch(() => {
        next = page + 1
        isLast.value = sent === 0 || barren === MAX_BARREN_PAGES || isEnd
        progress.value = { status: 'ready', wallets: all }
      })
      if (barren > 0 && isWanted()) more() // the list did not grow, so nobody would ask
    } catch {
      progress.value = { ...progress.peek(), status: 'failed' } // the catalogue's own log has the reason
    }
  }
  const more = (): void => {
    const { status } = progress.peek()
    if (isLast.peek() || status === 'loading' || status === 'failed') return
    if (catalogue.isOffered()) void load()
    else isLast.value = true
  }
  return {
    progress,
    isLast,
    more,
    retry() {
      if (progress.peek().status === 'failed') void load()
    },
    forgetFailure() {
      if (progress.peek().status === 'failed') progress.value = { ...progress.peek(), status: 'idle' }
    },
  }
}
