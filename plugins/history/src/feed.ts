import {
  type ActiveConnection,
  balances,
  type Context,
  computed,
  effect,
  type HistoryEntry,
  type HistorySource,
  type ReadonlySignal,
  type SentTransaction,
  transactionSettled,
} from '@wallet-modal/kernel'
import { isTransfer, orderLists } from '@wallet-modal/kernel/transactions'
import { toEntry, toOrderEntry } from './entries.js'
import { followSent } from './follow.js'
import { createReading } from './reading.js'
import { isHearsay, listedOf } from './sent/listed.js'
import { createSent, idOf, type Sent } from './sent/sent.js'
import { type HistoryStatus, NOTHING, shownOf } from './shown.js'
import type { Subject } from './sources.js'
import { type FlaggedEntry, flagEntries } from './spam-flags.js'

/** Transactions sent from here are among the newest entries. */
const MAX_COMPARED = 300

/** Activity of the active account on the active network, for views and sites. Methods never reject: see `status`. */
export interface Feed {
  /** `null` while no account is connected, or on a network that the site does not list. */
  readonly subject: ReadonlySignal<Subject | null>
  readonly status: ReadonlySignal<HistoryStatus>
  /** Entries of the sources, with their spam flags. */
  readonly judged: ReadonlySignal<readonly FlaggedEntry[]>
  /** Transactions submitted from here that no source lists yet, and orders, newest first. */
  readonly sent: ReadonlySignal<readonly HistoryEntry[]>
  readonly isWhole: ReadonlySignal<boolean>
  /** Whether older entries can be loaded. */
  readonly hasMore: ReadonlySignal<boolean>
  /** Names of the sources that failed, while `status` is `partial`. */
  readonly unread: ReadonlySignal<readonly string[]>
  /** Number of blocks searched, if past transactions are read from blocks. */
  readonly lookedBack: ReadonlySignal<number | undefined>
  /** Loads if the last result is missing or older than 15 s. */
  look(): Promise<void>
  refresh(): Promise<void>
  more(): Promise<void>
  /** Retries failed sources. */
  retry(): Promise<void>
  keep(sent: SentTransaction): Promise<void>
  /** Stores the nonce of a transaction. */
  number(sent: SentTransaction): void
  /** The visitor dismissed a transaction whose result is unknown. */
  dismiss(id: string): void
}

const subjectOf = (active: ActiveConnection | null): Subject | null =>
  active?.network ? { key: `${active.caipNetworkId}:${active.account.address}`, active, network: active.network } : null

export function createFeed(ctx: Context): Feed {
  const kept: Sent = createSent(ctx)
  const holdings = ctx.maybe(balances)?.holdings
  const subject = computed(() => subjectOf(ctx.connections.active.value))
  const isOwn = (one: Pick<SentTransaction, 'address' | 'caipNetworkId'>): boolean =>
    one.address === subject.value?.active.account.address && one.caipNetworkId === subject.value.network.caipNetworkId
  const lists = ctx.all(orderLists)
  const orders = computed(() => lists.value.flatMap((list) => list.orders.value).filter(isOwn))
  const reading = createReading(ctx, {
    subject,
    visibleCount: () => visible.peek().length,
    listed: (entries) => {
      for (const { settled, ...one } of kept.dropListed(entries))
        ctx.emit(transactionSettled, { ...one, status: settled })
    },
  })
  const { read, look, refresh, more, retry } = reading

  const judged = computed(() => {
    const now = subject.value
    const own = kept.all.value.filter(isOwn)
    const receivers = own.flatMap((one) => (isTransfer(one) ? [one.receiver] : []))
    if (!now) return []
    const held = holdings?.value.tokens.filter(({ caipNetworkId }) => caipNetworkId === now.network.caipNetworkId) ?? []
    const entries = read.value.entries.filter((entry) => !own.some((one) => isHearsay(one, entry)))
    return flagEntries(entries, { own: now.active.account.address, network: now.network, receivers, held })
  })
  const visible = computed(() => judged.value.filter(({ isHidden }) => !isHidden).map(({ entry }) => entry))
  const sent = computed(() => {
    const newest = read.value.entries.slice(0, MAX_COMPARED)
    const own = kept.all.value.filter(isOwn)
    const listed = listedOf(own, newest)
    const unlisted = own.filter((one) => !listed.has(one)).map(toEntry)
    return [...unlisted, ...orders.value.map(toOrderEntry)].toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
  })
  const isWhole = computed(() => read.value.isWhole)

  const shown = shownOf(ctx)
  ctx.onDispose(
    effect(() => {
      shown.value = { status: read.value.status, entries: [...sent.value, ...visible.value], isWhole: isWhole.value }
    }),
  )
  ctx.onDispose(() => {
    shown.value = NOTHING
  })
  /** Only if the list was loaded before; otherwise it is loaded when a view opens. */
  const reread = async (one: SentTransaction): Promise<void> => {
    if (isOwn(one) && read.peek().status !== 'none' && read.peek().status !== 'unlisted') await refresh()
  }
  followSent(ctx, kept, (one) => void reread(one))

  return {
    subject,
    status: computed(() => read.value.status),
    judged,
    sent,
    isWhole,
    hasMore: computed(() => read.value.hasMore || read.value.status === 'none'),
    unread: computed(() => {
      const network = subject.value?.network.name ?? ''
      const nameOf = ({ namespace, name = network }: HistorySource) => (namespace ? name : ctx.t('activity.service'))
      return read.value.status === 'partial' ? read.value.failed.map(nameOf) : []
    }),
    lookedBack: computed(() => read.value.lookedBack),
    look,
    refresh,
    more,
    retry,
    async keep(one) {
      kept.keep(one, isOwn(one) ? read.peek().entries.slice(0, MAX_COMPARED) : [])
      await reread(one)
    },
    number: kept.number,
    dismiss(id) {
      const one = kept.all.peek().find((known) => idOf(known) === id)
      if (one && one.hash === undefined) kept.forget(id)
    },
  }
}

const feeds = new WeakMap<Context, Feed>()

/** Returns the modal's only feed. */
export function feedOf(ctx: Context): Feed {
  const known = feeds.get(ctx) ?? createFeed(ctx)
  feeds.set(ctx, known)
  return known
}
