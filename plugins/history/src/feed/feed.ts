import {
  type Context,
  computed,
  effect,
  type HistoryEntry,
  type HistorySource,
  type ReadonlySignal,
  type SentTransaction,
  transactionSettled,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { followSent } from '../follow.js'
import { createReading } from '../reading.js'
import { createSentStore, idOf, isTraceable, type SentStore } from '../sent/sent.js'
import { addSiteTransaction, type SiteTransaction } from '../sent/site-transaction.js'
import type { Subject } from '../sources.js'
import type { FlaggedEntry } from '../spam-flags.js'
import { createFeedEntries, MAX_COMPARED } from './feed-entries.js'
import { EMPTY_HISTORY, type HistoryStatus, type PublicHistory, publicHistoryOf } from './public-history.js'

/** Activity of the active account on the active network, for views and sites. The promises never reject: `status` reports failures. */
export interface Feed {
  /** `null` while no account is connected, or on a network that the site does not list. */
  readonly subject: ReadonlySignal<Subject | null>
  readonly status: ReadonlySignal<HistoryStatus>
  /** Entries of the sources, with their spam flags. */
  readonly flaggedEntries: ReadonlySignal<readonly FlaggedEntry[]>
  /** Orders (such as purchases), and transactions sent from this browser that no source lists yet; newest first. */
  readonly sent: ReadonlySignal<readonly HistoryEntry[]>
  /** Whether all entries are loaded. */
  readonly isComplete: ReadonlySignal<boolean>
  /** Whether `loadMore` can load older entries or the first page. */
  readonly hasMore: ReadonlySignal<boolean>
  /** Names of the failed sources while `status` is `partial`; otherwise empty. */
  readonly failedSources: ReadonlySignal<readonly string[]>
  /** Number of blocks searched, if past transactions are read from blocks. */
  readonly searchedBlocks: ReadonlySignal<number | undefined>
  /** Loads the newest page if none was loaded in the last 15 s. */
  loadIfStale(): Promise<void>
  refresh(): Promise<void>
  loadMore(): Promise<void>
  /** Retries failed sources. */
  retry(): Promise<void>
  /** Stores a submitted transaction, and loads the newest page again if a page is loaded. */
  addSent(sent: SentTransaction): Promise<void>
  /** Adds a transaction of the site. See `addSiteTransaction`. */
  add(transaction: SiteTransaction): void
  /** See `SentStore.setSeen`. */
  storeSeen(sent: SentTransaction): void
  /** See `SentStore.currentId`. */
  currentId(id: string): string
  /** Deletes a sent transaction whose result is unknown: it cannot be tracked, or no node has reported it. */
  dismiss(id: string): void
}

const subjectOf = (active: WalletConnection | null): Subject | null =>
  active?.network ? { key: `${active.caipNetworkId}:${active.account.address}`, active, network: active.network } : null

/** Publishes the state for sites, until the plugin is disposed. */
function publish(ctx: Context, read: () => PublicHistory): void {
  const history = publicHistoryOf(ctx)
  ctx.onDispose(
    effect(() => {
      history.value = read()
    }),
  )
  ctx.onDispose(() => {
    history.value = EMPTY_HISTORY
  })
}

export function createFeed(ctx: Context): Feed {
  const sentStore: SentStore = createSentStore(ctx)
  const subject = computed(() => subjectOf(ctx.connections.active.value))
  const isOwn = (one: Pick<SentTransaction, 'address' | 'caipNetworkId'>): boolean =>
    one.address === subject.value?.active.account.address && one.caipNetworkId === subject.value.network.caipNetworkId
  const reading = createReading(ctx, {
    subject,
    visibleCount: () => visible.peek().length,
    onEntries: (entries) => {
      for (const { settled, ...one } of sentStore.dropListed(entries))
        ctx.emit(transactionSettled, { ...one, status: settled })
    },
  })
  const { merged, loadIfStale, refresh, loadMore, retry } = reading

  /** Loads the newest page again if the list was loaded before. Otherwise the list is loaded when a view opens. */
  const reread = async (one: SentTransaction): Promise<void> => {
    if (isOwn(one) && merged.peek().status !== 'none' && merged.peek().status !== 'unlisted') await refresh()
  }
  const unseenIds = followSent(ctx, sentStore, (one) => void reread(one))
  const { flaggedEntries, visible, sent } = createFeedEntries(ctx, { subject, merged, sentStore, unseenIds, isOwn })
  const isComplete = computed(() => merged.value.isComplete)

  publish(ctx, () => ({
    status: merged.value.status,
    entries: [...sent.value, ...visible.value],
    isComplete: isComplete.value,
  }))

  return {
    subject,
    status: computed(() => merged.value.status),
    flaggedEntries,
    sent,
    isComplete,
    hasMore: computed(() => merged.value.hasMore || merged.value.status === 'none'),
    failedSources: computed(() => {
      const network = subject.value?.network.name ?? ''
      const nameOf = ({ namespace, name = network }: HistorySource) => (namespace ? name : ctx.t('activity.service'))
      return merged.value.status === 'partial' ? merged.value.failed.map(nameOf) : []
    }),
    searchedBlocks: computed(() => merged.value.searchedBlocks),
    loadIfStale,
    refresh,
    loadMore,
    retry,
    async addSent(one) {
      sentStore.keep(one, isOwn(one) ? merged.peek().entries.slice(0, MAX_COMPARED) : [])
      await reread(one)
    },
    add: (transaction) => addSiteTransaction(ctx, sentStore, transaction),
    storeSeen: sentStore.setSeen,
    currentId: sentStore.currentId,
    dismiss(id) {
      const one = sentStore.all.peek().find((known) => idOf(known) === id)
      if (one && (!isTraceable(one) || unseenIds.peek().has(id))) sentStore.forget(id)
    },
  }
}

const feeds = new WeakMap<Context, Feed>()

/** Returns the feed of a modal. The first call creates it. */
export function feedOf(ctx: Context): Feed {
  const known = feeds.get(ctx) ?? createFeed(ctx)
  feeds.set(ctx, known)
  return known
}
