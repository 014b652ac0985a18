import { computed, type ReadonlySignal } from '@wallet-modal/kernel'
import type { ListPosition } from '@wallet-modal/kernel/lists'
import type { CatalogueWallet } from '../contract.js'
import { isTouch } from '../device.js'
import type { ConnectModel } from '../model.js'
import { isSame, rowName, type WalletRow } from '../rows.js'
import type { FilteredPages } from './filtered-pages.js'
import type { WalletSearch } from './search.js'
import { type SearchText, toSearchText } from './search-text.js'
import { type Progress, withNew } from './wallet-pages.js'

/** Visible list: a search result, or the pages loaded so far. */
export interface VisibleList {
  /** Search text; empty while the complete list is shown. */
  readonly term: string
  readonly rows: readonly WalletRow[]
  readonly status: Exclude<Progress['status'], 'idle'>
  /** Scroll position of the list. */
  readonly position: ListPosition
  /** Whether all rows are loaded. */
  readonly isComplete: boolean
}

interface ListInputs extends Pick<ConnectModel, 'arrange'> {
  readonly text: SearchText
  readonly pages: FilteredPages
  readonly search: WalletSearch
}

export function createVisibleList({ arrange, text, pages, search }: ListInputs): ReadonlySignal<VisibleList> {
  const { term, position } = text
  const status = computed(() => {
    const { status } = term.value ? search.results.value : pages.current.value.progress.value
    return status !== 'idle' ? status : pages.current.value.isLast.value ? 'ready' : 'loading'
  })
  const rows = computed(() =>
    rowsOf({
      arrange,
      term: term.value,
      loaded: pages.loaded.value,
      searchResults: search.results.value.wallets,
      isCertifiedOnly: pages.isCertifiedOnly.value,
    }),
  )
  return computed(() => ({
    term: term.value,
    rows: rows.value,
    status: status.value,
    position: position.value,
    isComplete: term.value ? search.results.value.status === 'ready' : pages.current.value.isLast.value,
  }))
}

interface RowsRequest extends Pick<ConnectModel, 'arrange'> {
  readonly term: string
  readonly loaded: readonly CatalogueWallet[]
  readonly searchResults: readonly CatalogueWallet[]
  readonly isCertifiedOnly: boolean
}

/** Installed wallets first, then the wallets of the catalogue, filtered by the search text and by certification. */
function rowsOf({ arrange, term, loaded, searchResults, isCertifiedOnly }: RowsRequest): readonly WalletRow[] {
  // omits the WalletConnect row, because the Connect view has it; on touch devices, the modal may open with this list, so the row stays
  const isListed = ({ section }: WalletRow): boolean => section !== 'walletConnect' || isTouch()
  if (!term && !isCertifiedOnly) return arrange(loaded).filter(isListed)
  const isMatch = (name: string): boolean => toSearchText(name).includes(term)
  const all = term
    ? withNew(
        loaded.filter(({ name }) => isMatch(name)),
        searchResults,
      )
    : loaded
  const ids = new Set(all.map(({ id }) => id))
  const isInResults = (row: WalletRow): boolean =>
    row.kind === 'wallet'
      ? ids.has(row.wallet.id)
      : all.some((wallet) => row.connectors.some((connector) => isSame(wallet, connector)))
  // an installed wallet that the catalogue does not list is found by its name, and is never certified
  return arrange(all).filter(
    (row) => isListed(row) && (isInResults(row) || (!isCertifiedOnly && isMatch(rowName(row)))),
  )
}
