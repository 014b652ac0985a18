import { type Balances, computed, type ReadonlySignal, signal, type TokenBalance } from '@wallet-modal/kernel'
import { createSearch } from '@wallet-modal/kernel/assets'

/** Maximum number of tokens without a search field. */
export const MAX_WITHOUT_SEARCH = 10

export interface TokenList {
  readonly query: ReadonlySignal<string>
  /** Whether the search field is displayed: a query is entered, or there are more than {@link MAX_WITHOUT_SEARCH} tokens. */
  readonly isSearchable: ReadonlySignal<boolean>
  /** Tokens without spam flags that match the search. */
  readonly unflagged: ReadonlySignal<readonly TokenBalance[]>
  /** Tokens with spam flags that match the search. */
  readonly flagged: ReadonlySignal<readonly TokenBalance[]>
  /** Whether the tokens with spam flags are displayed. */
  readonly isUnfolded: ReadonlySignal<boolean>
  search(query: string): void
  setUnfolded(isUnfolded: boolean): void
}

const textOf = ({ name, symbol, address = '' }: TokenBalance): string => `${name}\n${symbol}\n${address}`.toLowerCase()

/** Search in the account's tokens, with separate results for tokens with spam flags. */
export function createTokenList(holdings: Balances['holdings']): TokenList {
  const query = signal('')
  const isUnfolded = signal(false)
  const search = computed(() =>
    createSearch(
      holdings.value.tokens.map((token) => ({ token, text: textOf(token) })),
      ({ text }, searchText) => text.includes(searchText),
    ),
  )
  const matches = computed(() => search.value(query.value.trim().toLowerCase()).map(({ token }) => token))
  return {
    query,
    isSearchable: computed(() => query.value !== '' || holdings.value.tokens.length > MAX_WITHOUT_SEARCH),
    unflagged: computed(() => matches.value.filter(({ spamFlags }) => !spamFlags)),
    flagged: computed(() => matches.value.filter(({ spamFlags }) => spamFlags)),
    isUnfolded,
    search: (next) => {
      query.value = next
    },
    setUnfolded: (next) => {
      isUnfolded.value = next
    },
  }
}
