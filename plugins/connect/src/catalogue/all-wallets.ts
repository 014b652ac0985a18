import { batch, type ConnectParams, type ReadonlySignal, type ViewContext } from '@wallet-modal/kernel'
import type { ConnectModel } from '../model.js'
import type { Catalogue } from './catalogue.js'
import { createFilteredPages } from './filtered-pages.js'
import { createWalletSearch } from './search.js'
import { createSearchText } from './search-text.js'
import { createVisibleList, type VisibleList } from './visible-list.js'

/** Paged catalogue with a search. Exists as long as the modal's model, so loaded pages stay loaded when the view closes. */
export interface AllWallets {
  /** Text of the search field. */
  readonly query: ReadonlySignal<string>
  readonly visible: ReadonlySignal<VisibleList>
  /** Whether the catalogue certifies some of the wallets loaded so far. */
  readonly certifies: ReadonlySignal<boolean>
  /** Whether only certified wallets are listed. */
  readonly isCertifiedOnly: ReadonlySignal<boolean>
  showCertifiedOnly(isOnly: boolean): void
  search(text: string): void
  /**
   * Loads the next page. Does nothing during a search, while the view is closed, while a page is pending, after a page has failed, or when the last
   * page is loaded.
   */
  loadMore(): void
  retry(): void
  /**
   * Call when the view opens, with its route key. With a new key, starts with the complete list. With the key of the previous call (after the visitor
   * has gone back to the view), restores the list.
   */
  onOpen(routeKey: number | undefined): void
  /** Call when the view closes. Aborts the search. No further page is loaded, but a pending page still completes. */
  onClose(): void
}

type AllWalletsDependencies = Pick<ConnectModel, 'catalogue' | 'arrange'>

export function createAllWallets(
  { catalogue, arrange }: AllWalletsDependencies,
  ctx: Pick<ViewContext, 'emit'>,
): AllWallets {
  const text = createSearchText()
  const { query, term } = text
  let lastRouteKey: number | undefined
  let isVisible = false
  const pages = createFilteredPages(catalogue, () => isVisible && !term.peek())
  const { certifies, isCertifiedOnly } = pages
  const search = createWalletSearch(catalogue, () => isCertifiedOnly.peek(), ctx)
  /** Shows the list for the current text and filter. */
  const refresh = (): void => {
    if (term.peek()) search.runSoon(term.peek())
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
    loadMore: pages.loadMore,
    retry() {
      catalogue.load()
      if (term.peek()) return void search.run(term.peek())
      pages.current.peek().retry()
    },
    onOpen(routeKey) {
      isVisible = true
      if (routeKey === lastRouteKey) {
        if (term.peek() && search.results.peek().status === 'loading') void search.run(term.peek())
      } else {
        search.stop()
        text.type('')
        isCertifiedOnly.value = false
        pages.resetFailures()
      }
      lastRouteKey = routeKey
      catalogue.load()
      pages.start()
    },
    onClose() {
      isVisible = false
      search.stop()
    },
  }
}

/** Lists of each modal by namespace. */
const lists = new WeakMap<ConnectModel, Map<string, AllWallets>>()

/** List of all wallets, or of the wallets of one namespace. */
export function allWalletsOf(
  model: ConnectModel,
  ctx: Pick<ViewContext, 'emit' | 'networks'>,
  { namespace = '' }: ConnectParams = {},
): AllWallets {
  const byNamespace = lists.get(model) ?? new Map<string, AllWallets>()
  lists.set(model, byNamespace)
  const list =
    byNamespace.get(namespace) ?? createAllWallets({ ...model, catalogue: catalogueOf(model, ctx, namespace) }, ctx)
  byNamespace.set(namespace, list)
  return list
}

function catalogueOf(
  { catalogue }: ConnectModel,
  { networks }: Pick<ViewContext, 'networks'>,
  namespace: string,
): Catalogue {
  if (!namespace) return catalogue
  const chains = (): readonly string[] =>
    networks.peek().flatMap((network) => (network.namespace === namespace ? network.caipNetworkId : []))
  return { ...catalogue, page: (request) => catalogue.page({ ...request, chains: chains() }) }
}
