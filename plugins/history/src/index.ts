import {
  accountTabs,
  balances,
  computed,
  definePlugin,
  type HistoryEntry,
  type ReadonlySignal,
  transactionSeen,
  transactionSent,
} from '@wallet-modal/kernel'
import { ActivityTab, TransactionDetails, Transactions } from './contract.js'
import type { Feed } from './feed/feed.js'
import { type HistoryStatus, publicHistoryOf } from './feed/public-history.js'
import type { SiteTransaction } from './sent/site-transaction.js'

export type { HistoryStatus } from './feed/public-history.js'
export type { SiteTransaction } from './sent/site-transaction.js'

/** Return value of `modal.use(history)`: the activity of the active account on the active network. */
export interface History {
  /**
   * Signal: all entries that are not hidden, in two groups. Each group is sorted newest first. The first group contains orders (such as purchases),
   * and transactions of this browser that no source lists yet. The second group contains past transactions. After a change of account or network, the
   * second group is empty until it is loaded.
   */
  readonly entries: ReadonlySignal<readonly HistoryEntry[]>
  /**
   * Signal: loading state of the past transactions. `none` (not loaded yet), `loading`, `ready`, `partial` (some sources failed), `failed` (no source
   * could be read), or `unlisted` (no source supports the network).
   */
  readonly status: ReadonlySignal<HistoryStatus>
  /** Signal: whether all entries are loaded. */
  readonly isComplete: ReadonlySignal<boolean>
  /** Loads the next page, or the newest page if no page is loaded. Never rejects; `status` reports failures. */
  loadMore(): Promise<void>
  /** Loads the newest page. Never rejects; `status` reports failures. */
  refresh(): Promise<void>
  /**
   * Adds a transaction that the site's own code has sent. Call this method when the wallet has returned the hash. Emits `transactionSent`, tracks the
   * transaction, and emits `transactionSettled` when the transaction has a final status. Does nothing if the transaction was added before. Rejects with
   * `INVALID_ARGUMENT`, `UNKNOWN_NETWORK` or `NOT_CONNECTED`.
   */
  add(transaction: SiteTransaction): Promise<void>
}

/** Pause in milliseconds after a frame starts, so that loading code does not delay the painting of a new account. */
const AFTER_FRAME_MS = 50

/** Past and pending transactions of the active account, in a view and in a tab of the Account view. */
export const history = definePlugin({
  name: '@wallet-modal/history',
  kernel: '^0.1',
  optional: [balances],
  permissions: {
    api: ['blockchain:/v1/supported-chains', 'blockchain:/v1/account/*/history'],
    storage: ['sent'],
  },
  views: [Transactions, TransactionDetails, ActivityTab],
  ui: () => import('./ui.js'),
  setup(ctx): History {
    const published = publicHistoryOf(ctx)
    const withFeed = (use: (feed: Feed) => void): Promise<void> =>
      import('./feed/feed.js').then((code) => use(code.feedOf(ctx)))
    // a network failure must not disable the plugin
    const load = (use: (feed: Feed) => void): Promise<void> => withFeed(use).catch(ctx.log.warn)
    ctx.add(
      accountTabs,
      { id: 'activity', label: computed(() => ctx.t('activity.title')), view: ActivityTab },
      { order: 30 },
    )
    ctx.on(transactionSent, (sent) => load((feed) => feed.addSent(sent)))
    ctx.on(transactionSeen, (sent) => load((feed) => feed.storeSeen(sent)))
    // loads the feed when a connected visitor opens the modal. The feed tracks transactions of earlier page loads, and can record new transactions
    // even if the page goes offline.
    ctx.effect(() => {
      if (!ctx.router.current.value || !ctx.connections.active.value) return undefined
      const frame = requestAnimationFrame(() => setTimeout(() => load(() => undefined), AFTER_FRAME_MS))
      return () => cancelAnimationFrame(frame)
    })
    return {
      entries: computed(() => published.value.entries),
      status: computed(() => published.value.status),
      isComplete: computed(() => published.value.isComplete),
      loadMore: () => load((feed) => feed.loadMore()),
      refresh: () => load((feed) => feed.refresh()),
      add: (transaction) => withFeed((feed) => feed.add(transaction)),
    }
  },
})
