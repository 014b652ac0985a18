import { type EventToken, type ReadonlySignal, signal, type TrackedEvent, type ViewContext } from '@wallet-modal/kernel'
import type { Catalogue } from './catalogue.js'
import type { Progress } from './wallet-pages.js'

/** Copied from the kernel, because importing it would add to the code that loads before a click. */
const tracked: EventToken<TrackedEvent> = { kind: 'event', name: '@wallet-modal/kernel#tracked' }

export const SEARCH_ENTRIES = 100
export const SEARCH_WAIT_MS = 300

export interface WalletSearch {
  /** Results of the last search. */
  readonly results: ReadonlySignal<Progress>
  run(search: string): Promise<void>
  /** Searches after the visitor has stopped typing. */
  runSoon(search: string): void
  stop(): void
}

/** Searches the catalogue; a new search cancels the previous one. */
export function createWalletSearch(
  catalogue: Catalogue,
  isCertified: () => boolean,
  { emit }: Pick<ViewContext, 'emit'>,
): WalletSearch {
  const results = signal<Progress>({ status: 'idle', wallets: [] })
  let controller: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    clearTimeout(timer)
    controller?.abort()
  }
  const run = async (search: string): Promise<void> => {
    stop()
    const ownController = new AbortController()
    controller = ownController
    results.value = { ...results.peek(), status: 'loading' }
    const badge = isCertified() ? 'certified' : undefined
    emit(tracked, { event: 'SEARCH_WALLET', properties: { search, ...(badge && { badge }) } })
    const request = { page: 1, entries: SEARCH_ENTRIES, search, badge_type: badge } as const
    try {
      const { wallets } = await catalogue.page({ ...request, signal: ownController.signal })
      if (!ownController.signal.aborted) results.value = { status: 'ready', wallets }
    } catch {
      // the catalogue logs the reason
      if (!ownController.signal.aborted) results.value = { ...results.peek(), status: 'failed' }
    }
  }
  return {
    results,
    run,
    stop,
    runSoon(search) {
      stop()
      results.value = { status: 'loading', wallets: [] }
      timer = setTimeout(() => void run(search), SEARCH_WAIT_MS)
    },
  }
}
