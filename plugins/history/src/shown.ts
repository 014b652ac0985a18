import { type Context, type HistoryEntry, type Signal, signal } from '@wallet-modal/kernel'

/**
 * `none`: nobody has asked yet. `unlisted`: no source lists past transactions of the network. `failed`: no source could be read; entries read
 * before stay. `partial`: some sources failed, and the entries of the others are shown.
 */
export type HistoryStatus = 'none' | 'loading' | 'ready' | 'partial' | 'failed' | 'unlisted'

/** What sites may know of the account in use on the network in use. */
export interface Shown {
  readonly status: HistoryStatus
  readonly entries: readonly HistoryEntry[]
  readonly isWhole: boolean
}

export const NOTHING: Shown = { status: 'none', entries: [], isWhole: false }

const all = new WeakMap<Context, Signal<Shown>>()

/** The one signal of a modal: there before the code that fills it. */
export function shownOf(ctx: Context): Signal<Shown> {
  const known = all.get(ctx) ?? signal<Shown>(NOTHING)
  all.set(ctx, known)
  return known
}
