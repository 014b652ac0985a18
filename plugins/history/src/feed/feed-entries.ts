import {
  balances,
  type Context,
  computed,
  type HistoryEntry,
  type ReadonlySignal,
  type SentTransaction,
} from '@wallet-modal/kernel'
import { isTransfer, orderLists } from '@wallet-modal/kernel/transactions'
import { toEntry, toOrderEntry } from '../entries.js'
import { isUnconfirmedFailure, listedOf, withTitle } from '../sent/listed.js'
import { idOf, type SentStore } from '../sent/sent.js'
import type { MergedHistory } from '../source-state.js'
import type { Subject } from '../sources.js'
import { type FlaggedEntry, flagEntries } from '../spam-flags.js'

/** Number of newest source entries that are compared with transactions of this browser. */
export const MAX_COMPARED = 300

interface EntryInputs {
  readonly subject: ReadonlySignal<Subject | null>
  /** Entries of the sources. */
  readonly merged: ReadonlySignal<MergedHistory>
  /** Transactions submitted from this browser. */
  readonly sentStore: SentStore
  /** Ids of transactions that no node has reported. */
  readonly unseenIds: ReadonlySignal<ReadonlySet<string>>
  /** Whether a transaction or order belongs to the active account and network. */
  isOwn(one: Pick<SentTransaction, 'address' | 'caipNetworkId'>): boolean
}

interface FeedEntries {
  /** Entries of the sources, with their spam flags. */
  readonly flaggedEntries: ReadonlySignal<readonly FlaggedEntry[]>
  /** Entries of the sources that are not hidden as spam. */
  readonly visible: ReadonlySignal<readonly HistoryEntry[]>
  /** Orders, and transactions of this browser that no source lists yet; newest first. */
  readonly sent: ReadonlySignal<readonly HistoryEntry[]>
}

/** Combines the entries of the sources with transactions and orders of this browser. */
export function createFeedEntries(
  ctx: Context,
  { subject, merged, sentStore, unseenIds, isOwn }: EntryInputs,
): FeedEntries {
  const holdings = ctx.maybe(balances)?.holdings
  const lists = ctx.all(orderLists)
  const orders = computed(() => lists.value.flatMap((list) => list.orders.value).filter(isOwn))
  const flaggedEntries = computed(() => {
    const current = subject.value
    const own = sentStore.all.value.filter(isOwn)
    const receivers = own.flatMap((one) => (isTransfer(one) ? [one.receiver] : []))
    if (!current) return []
    const { active, network } = current
    const heldTokens =
      holdings?.value.tokens.filter(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId) ?? []
    const entries = merged.value.entries.filter((entry) => !own.some((one) => isUnconfirmedFailure(one, entry)))
    const titledEntries = entries.map((entry) => withTitle(entry, own))
    return flagEntries(titledEntries, { own: active.account.address, network, receivers, heldTokens })
  })
  const visible = computed(() => flaggedEntries.value.filter(({ isHidden }) => !isHidden).map(({ entry }) => entry))
  const sent = computed(() => {
    const newest = merged.value.entries.slice(0, MAX_COMPARED)
    const own = sentStore.all.value.filter((one) => isOwn(one) && !one.isListed)
    const listed = listedOf(own, newest)
    const unlisted = own.filter((one) => !listed.has(one)).map((one) => toEntry(one, unseenIds.value.has(idOf(one))))
    return [...unlisted, ...orders.value.map(toOrderEntry)].toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
  })
  return { flaggedEntries, visible, sent }
}
