import { type Context, type HistoryEntry, type Signal, signal } from '@wallet-modal/kernel'

/**
 * `none`: not loaded yet. `unlisted`: no source lists past transactions of the network. `failed`: no source could be read; earlier entries stay.
 * `partial`: some sources failed, and the entries of the others are shown.
 */
export type HistoryStatus = 'none' | 'loading' | 'ready' | 'partial' | 'failed' | 'unlisted'

/** Public state for the active account and network. */
export interface PublicHistory {
  readonly status: HistoryStatus
  readonly entries: readonly HistoryEntry[]
  readonly isComplete: boolean
}

export const NOTHING: PublicHistory = { status: 'none', entries: [], isComplete: false }

const all = new WeakMap<Context, Signal<PublicHistory>>()

/** The signal of a modal; exists before the code that sets it is loaded. */
export function publicHistoryOf(ctx: Context): Signal<PublicHistory> {
  const known = all.get(ctx) ?? signal<PublicHistory>(NOTHING)
  all.set(ctx, known)
  return known
}
