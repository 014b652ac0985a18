import { type Balances, computed, type ReadonlySignal, signal, type TokenBalance } from '@wallet-modal/kernel'

/** With fewer tokens a search would only be in the way. */
export const SEARCH_FROM = 10

export interface TokenList {
  readonly query: ReadonlySignal<string>
  readonly isSearchable: ReadonlySignal<boolean>
  /** Tokens that nothing speaks against, as far as they are searched for. */
  readonly shown: ReadonlySignal<readonly TokenBalance[]>
  /** Those with doubts. */
  readonly doubted: ReadonlySignal<readonly TokenBalance[]>
  readonly isUnfolded: ReadonlySignal<boolean>
  search(query: string): void
  fold(isUnfolded: boolean): void
}

const textOf = ({ name, symbol, address = '' }: TokenBalance): string => `${name}\n${symbol}\n${address}`.toLowerCase()

/** What of the tokens is on the screen. */
export function createTokenList(holdings: Balances['holdings']): TokenList {
  const query = signal('')
  const isUnfolded = signal(false)
  const indexed = computed(() => holdings.value.tokens.map((token) => [token, textOf(token)] as const))
  const found = computed(() => {
    const wanted = query.value.trim().toLowerCase()
    const shown: TokenBalance[] = []
    const doubted: TokenBalance[] = []
    for (const [token, text] of indexed.value) if (text.includes(wanted)) (token.doubts ? doubted : shown).push(token)
    return { shown, doubted }
  })
  return {
    query,
    isSearchable: computed(() => query.value !== '' || holdings.value.tokens.length > SEARCH_FROM),
    shown: computed(() => found.value.shown),
    doubted: computed(() => found.value.doubted),
    isUnfolded,
    search: (next) => {
      query.value = next
    },
    fold: (next) => {
      isUnfolded.value = next
    },
  }
}
