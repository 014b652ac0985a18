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
import type { Feed } from './feed.js'
import { type HistoryStatus, shownOf } from './shown.js'

export type { HistoryStatus } from './shown.js'

/** What `modal.use(history)` gives: the activity of the account in use on the network in use. */
export interface History {
  /** Pending ones first, then the newest first, without those that are hidden for being doubtful. Empty after a change of account or network. */
  readonly entries: ReadonlySignal<readonly HistoryEntry[]>
  readonly status: ReadonlySignal<HistoryStatus>
  /** No older ones are to come. */
  readonly isWhole: ReadonlySignal<boolean>
  /** Reads the next page, or the first where none was read. Never rejects: `status` tells. */
  loadMore(): Promise<void>
  /** Reads the newest page in any case. Never rejects: `status` tells. */
  refresh(): Promise<void>
}

/** Shows what an account did: the Activity tab and view, with transactions that are on their way. */
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
    const shown = shownOf(ctx)
    // a connection that drops meanwhile must not cost the visitor the plugin
    const load = (use: (feed: Feed) => void): Promise<void> =>
      import('./feed.js').then((code) => use(code.feedOf(ctx))).catch(ctx.log.warn)
    ctx.add(
      accountTabs,
      { id: 'activity', label: computed(() => ctx.t('activity.title')), view: ActivityTab },
      { order: 30 },
    )
    ctx.on(transactionSent, (sent) => load((feed) => feed.keep(sent)))
    ctx.on(transactionSeen, (sent) => load((feed) => feed.number(sent)))
    // what was sent before the page was loaded is followed again, and the code is there when the answer to a transaction gets lost
    ctx.effect(() => void (ctx.router.current.value && ctx.connections.active.value && load(Boolean)))
    return {
      entries: computed(() => shown.value.entries),
      status: computed(() => shown.value.status),
      isWhole: computed(() => shown.value.isWhole),
      loadMore: () => load((feed) => feed.more()),
      refresh: () => load((feed) => feed.refresh()),
    }
  },
})
