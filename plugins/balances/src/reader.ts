import {
  type ActiveConnection,
  type Balances,
  type Context,
  computed,
  type Holdings,
  type Signal,
} from '@wallet-modal/kernel'
import { Nfts, Tokens } from './contract.js'
import { appraise } from './flags/appraise.js'
import { pollWhile } from './polling.js'
import { sharedOf } from './shared.js'
import { createSupported, isUnconfigured, type Question, readFromChain, readFromService } from './sources/sources.js'
import { createKept, type Reading } from './stored-holdings.js'

export const FRESH_MS = 30_000
export const RETRY_MS = 30_000
/** Stored balances are marked as outdated until they are read again. */
const OLD_MS = 60_000
/** Tolerance for a clock that runs slower than a timer. */
export const POLL_MS = FRESH_MS + 50

/** Views that show balances; the first one is registered by any plugin. */
const shownIn: readonly string[] = ['@wallet-modal/account#Account', Tokens.name, Nfts.name]

type Unread = NonNullable<Holdings['unread']>

export type Reader = Required<Pick<Balances, 'refresh' | 'recall'>>

/** Last result for an account on a network. */
interface Known {
  readonly reading?: Reading | undefined
  /** Read since this page was loaded. */
  readonly isConfirmed: boolean
  readonly failedAt?: number
  /** Sources that did not reply. */
  readonly unread?: Unread
}

interface Running {
  readonly key: string
  readonly end: AbortController
  readonly done: Promise<void>
}

const keyOf = ({ caipNetworkId, account }: ActiveConnection): string => `${caipNetworkId}:${account.address}`
/** If the clock was set back, everything counts as old. */
const isWithin = (at: number | undefined, ms: number): boolean =>
  at !== undefined && Date.now() - at < ms && Date.now() >= at

const isFresh = ({ reading, isConfirmed }: Known): boolean =>
  isWithin(reading?.readAt, FRESH_MS) && (isConfirmed || reading?.isPart !== true)

function toHoldings(known: Known): Holdings {
  const { reading, failedAt, isConfirmed, unread } = known
  const missing = unread !== undefined && { unread }
  if (!reading) return { status: failedAt === undefined ? 'loading' : 'failed', tokens: [], ...missing }
  const { tokens, totalUsd, readAt } = reading
  const isReady = failedAt === undefined && (isFresh(known) || (isConfirmed && isWithin(readAt, OLD_MS)))
  return {
    status: isReady ? 'ready' : 'stale',
    tokens,
    readAt,
    ...(totalUsd !== undefined && { totalUsd }),
    ...missing,
  }
}

/** Reads and stores the balances of the active account and publishes them in `holdings`. Drops replies for an account that is no longer active. */
export function createReader(ctx: Context, tokens: readonly string[], holdings: Signal<Holdings>): Reader {
  const kept = createKept(ctx)
  const supported = createSupported(ctx)
  const memory = new Map<string, Known>()
  let running: Running | undefined

  const put = (key: string, known: Known): void => {
    memory.set(key, known)
    holdings.value = toHoldings(known)
  }
  const stop = (): void => {
    running?.end.abort()
    running = undefined
  }

  /** Whether the service supports the network; `silent` if it does not reply. An earlier reply is kept in that case. */
  const askService = async (caipNetworkId: string, reading: Reading | undefined): Promise<boolean | 'silent'> => {
    try {
      return (await supported()).has(caipNetworkId)
    } catch (error) {
      if (isUnconfigured(error)) return false
      if (reading?.source === 'service') throw error
      ctx.log.info('the chain is asked itself', error)
      return 'silent'
    }
  }
  const read = async (question: Question, force: boolean): Promise<Known> => {
    const { active } = question
    const before = memory.get(keyOf(active))?.reading
    const served = await askService(active.caipNetworkId, before)
    const fresh = force ? (before?.tokens ?? []).flatMap(({ address }) => address ?? []) : undefined
    const told = served === true ? await readFromService(ctx, { ...question, fresh }) : null
    const { held, isPartial } = told
      ? { held: told, isPartial: false }
      : await readFromChain(ctx, { ...question, ...sharedOf(ctx), known: tokens })
    if (!active.network) throw new Error('no network')
    const readAt = Date.now()
    const source = told ? 'service' : 'chain'
    const reading: Reading = { ...appraise(held, active.network), readAt, source }
    // the chain cannot list every token: the others must not appear to be gone
    return {
      reading,
      isConfirmed: true,
      ...((served === 'silent' || isPartial) && { failedAt: readAt, unread: 'service' }),
    }
  }
  const failed = (key: string, error: unknown, { force, unread }: { force: boolean; unread: Unread }): void => {
    const known = memory.get(key)
    ctx.log.warn('the balances could not be read', error)
    const isNews = force || known?.failedAt === undefined
    put(key, { reading: known?.reading, isConfirmed: known?.isConfirmed ?? false, failedAt: Date.now(), unread })
    if (isNews && ctx.router.current.peek()) ctx.toast.error(ctx.t('tokens.failed'))
  }
  const ask = async (active: ActiveConnection, key: string, force: boolean, end: AbortController): Promise<void> => {
    const signal = AbortSignal.any([end.signal, ctx.abortSignal])
    let asked: Unread = 'service'
    const asks = (whom: Unread): void => {
      asked = whom
    }
    try {
      const known = await read({ active, signal, asks }, force)
      if (signal.aborted) return
      put(key, known)
      if (known.reading) kept.write(key, known.reading)
    } catch (error) {
      if (!signal.aborted) failed(key, error, { force, unread: asked })
    } finally {
      if (running?.end === end) running = undefined
    }
  }

  const none = (): Promise<void> => {
    stop()
    holdings.value = { status: 'none', tokens: [] }
    return Promise.resolve()
  }
  const remembered = (key: string): Known => memory.get(key) ?? { reading: kept.read(key), isConfirmed: false }

  /** No request before a view is shown. */
  let isWanted = false
  const recall: Reader['recall'] = () => {
    const active = ctx.connections.active.peek()
    const known = active?.network && remembered(keyOf(active))
    if (running) return Promise.resolve()
    if (!active || !known?.reading) return none()
    put(keyOf(active), known)
    return Promise.resolve()
  }
  const refresh: Reader['refresh'] = ({ force = false } = {}) => {
    isWanted = true
    const active = ctx.connections.active.peek()
    if (!active?.network) return none()
    const key = keyOf(active)
    if (!force && running?.key === key) return running.done
    stop()
    const known = remembered(key)
    const isRested = !isFresh(known) && !isWithin(known.failedAt, RETRY_MS)
    const { failedAt: _, unread: __, ...rest } = known
    // show progress to a visitor who retries after a failure
    put(key, force && !known.reading ? rest : known)
    if (!force && !isRested) return Promise.resolve()
    const end = new AbortController()
    running = { key, end, done: ask(active, key, force, end) }
    return running.done
  }

  const active = computed(() => {
    const { value } = ctx.connections.active
    return value?.network ? keyOf(value) : null
  })
  let before = active.peek()
  ctx.onDispose(
    active.subscribe((key) => {
      if (key === before) return
      before = key
      void (isWanted ? refresh() : recall())
    }),
  )
  // delete the stored balances of a disconnected account
  let there: readonly string[] = []
  ctx.onDispose(
    ctx.connections.all.subscribe((all) => {
      const now = all.flatMap(({ accounts }) => accounts.map(({ address }) => address))
      const gone = there.filter((address) => !now.includes(address))
      there = now
      const isGone = (key: string): boolean => gone.some((address) => key.endsWith(`:${address}`))
      if (gone.length === 0) return
      kept.keepOnly((key) => !isGone(key))
      for (const key of memory.keys()) if (isGone(key)) memory.delete(key)
    }),
  )
  kept.onWiped(() => {
    memory.clear()
    void none()
  })
  pollWhile(
    ctx,
    computed(() => shownIn.includes(ctx.router.current.value?.view.name ?? '')),
    { everyMs: POLL_MS, run: () => refresh() },
  )
  return { refresh, recall }
}
