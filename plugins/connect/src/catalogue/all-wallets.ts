import { batch, type ReadonlySignal, type ViewContext } from '@wallet-modal/kernel'
import type { ConnectModel } from '../model.js'
import { createFilteredPages } from './filtered-pages.js'
import { createSearch } from './search.js'
import { createSearchText } from './search-text.js'
import { createVisibleList, type VisibleList } from './visible-list.js'

/** The catalogue page by page, with a search. Lives as long as the modal's model, so loaded pages are kept. */
export interface AllWallets {
  /** Text of the search field. */
  readonly query: ReadonlySignal<string>
  readonly visible: ReadonlySignal<VisibleList>
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
  /** Stops requests, because the view is no longer displayed. */
  leave(): void
}

type AllWalletsParts = Pick<ConnectModel, 'catalogue' | 'arrange'>

export function createAllWallets({ catalogue, arrange }: AllWalletsParts, ctx: Pick<ViewContext, 'emit'>): AllWallets {
  const text = createSearchText()
  const { query, term } = text
  let visited: number | undefined
  let isSeen = false
  const pages = createFilteredPages(catalogue, () => isSeen && !term.peek())
  const { certifies, isCertifiedOnly } = pages
  const search = createSearch(catalogue, () => isCertifiedOnly.peek(), ctx)
  /** Shows the list for the current text and filter. */
  const refresh = (): void => {
    if (term.peek()) search.askSoon(term.peek())
    else pages.start()
  }
  return {
    ...{ query, certifies, isCertifiedOnly },
    visible: createVisibleList({ arrange, text, pages, search }),
    showCertifiedOnly(isOnly) {
      batch(() => {
        isCertifiedOnly.value = isOnly
        text.scrollToTop()
      })
      refresh()
    },
    search(typed) {
      const before = term.peek()
      text.type(typed)
      if (term.peek() === before) return
      search.stop()
      refresh()
    },
    more: pages.more,
    retry() {
      catalogue.load()
      if (term.peek()) return void search.ask(term.peek())
      pages.current.peek().retry()
    },
    enter(visit) {
      isSeen = true
      if (visit === visited) {
        if (term.peek() && search.found.peek().status === 'loading') void search.ask(term.peek())
      } else {
        search.stop()
        text.type('')
        isCertifiedOnly.value = false
        pages.forgetFailures()
      }
      visited = visit
      catalogue.load()
      pages.start()
    },
    leave() {
      isSeen = false
      search.stop()
    },
  }
}

const lists = new WeakMap<ConnectModel, AllWallets>()

/** The list of a modal. */
export function allWalletsOf(model: ConnectModel, ctx: Pick<ViewContext, 'emit'>): AllWallets {
  const known = lists.get(model) ?? createAllWallets(model, ctx)
  lists.set(model, known)
  return known
}
