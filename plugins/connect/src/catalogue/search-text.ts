import { batch, computed, type ReadonlySignal, type Signal, signal } from '@wallet-modal/kernel'
import type { ListPosition } from '@wallet-modal/kernel/lists'

/** Minimum length of a search text. For a shorter text, the complete list is displayed. */
export const SEARCH_LENGTH = 2
/** Maximum length accepted by the catalogue. */
const MAX_SEARCH_LENGTH = 200

/** Normalizes a text for comparison: NFKC, trimmed, lower case. */
export const toSearchText = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

export interface SearchText {
  /** Text of the search field. */
  readonly query: ReadonlySignal<string>
  /** Search text; empty while the complete list is shown. */
  readonly term: ReadonlySignal<string>
  /** Scroll position of the list. */
  readonly position: Signal<ListPosition>
  /** Sets the text of the search field and scrolls the list to the top. */
  type(text: string): void
  scrollToTop(): void
}

export function createSearchText(): SearchText {
  const query = signal('')
  const position = signal<ListPosition>({ top: 0, focused: undefined })
  const scrollToTop = (): void => {
    position.value = { top: 0, focused: undefined }
  }
  return {
    query,
    position,
    scrollToTop,
    term: computed(() => {
      const text = toSearchText(query.value.slice(0, MAX_SEARCH_LENGTH))
      return text.length < SEARCH_LENGTH ? '' : text
    }),
    type: (text) =>
      batch(() => {
        query.value = text
        scrollToTop()
      }),
  }
}
