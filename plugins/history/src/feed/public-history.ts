import { type Context, type HistoryEntry, type Signal, signal } from '@wallet-modal/kernel'

/**
 * `none`: not loaded yet. `partial`: some sources failed. `failed`: no source could be read. In both cases, `entries` still contains earlier entries
 * of the failed sources. `unlisted`: no source lists past transactions of the network.
 */
export type HistoryStatus = 'none' | 'loading' | 'ready' | 'partial' | 'failed' | 'unlisted'

/** Public state for the active account and network. */
export interface PublicHistory {
  readonly status: HistoryStatus
  readonly entries: readonly HistoryEntry[]
  readonly isComplete: boolean
}

export const EMPTY_HISTORY: PublicHistory = { status: 'none', entries: [], isComplete: false }

const historyByContext = new WeakMap<Context, Signal<PublicHistory>>()

/** History signal of a modal. Exists before the module that sets it is loaded. */
export function publicHistoryOf(ctx: Context): Signal<PublicHistory> {
  const history = historyByContext.get(ctx) ?? signal<PublicHistory>(EMPTY_HISTORY)
  historyByContext.set(ctx, history)
  return history
}
