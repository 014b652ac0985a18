import { type Context, type HistoryEntry, type Signal, signal } from '@wallet-modal/kernel'

/**
 * `none`: nobody has asked yet. `unlisted`: neither the service nor the network's node lists past transactions. `failed`: what is shown, if
 * anything is, could not be read anew.
 */
export type HistoryStatus = 'none' | 'loading' | 'ready' | 'failed' | 'unlisted'

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
