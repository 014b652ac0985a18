import {
  type Balances,
  type Context,
  computed,
  type Holdings,
  type Signal,
  signal,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { Nfts, Tokens } from './contract.js'
import {
  createKnownBalances,
  type FailedSource,
  FRESH_MS,
  isFresh,
  isWithin,
  type KnownBalances,
  keyOf,
  RETRY_MS,
} from './known-balances.js'
import { createOtherNetworks, type OtherNetworks } from './other-networks.js'
import { pollWhile } from './polling.js'
import { createReadBalances } from './sources/read-balances.js'

/** Polling interval: 50 ms longer than `FRESH_MS`, because the clock may lag behind the timer. */
export const POLL_MS = FRESH_MS + 50

/** Views that display balances. The Account view is referenced by name, because any plugin may provide it. */
const balanceViews: readonly string[] = ['@wallet-modal/account#Account', Tokens.name, Nfts.name]

export type Reader = Required<Pick<Balances, 'refresh' | 'recall'>>

/** Reads and stores the balances of the active account and publishes them in `holdings`. Drops replies for an account that is no longer active. */
export function createReader(ctx: Context, tokens: readonly string[], holdings: Signal<Holdings>): Reader {
  const local = signal(holdings.peek())
  const known = createKnownBalances(ctx, local)
  const readBalances = createReadBalances(ctx, tokens)
  const requests = createRequests(ctx, readBalances, known)
  const otherNetworks = createOtherNetworks(ctx, known, readBalances)
  publishTogether(ctx, holdings, local, otherNetworks)
  /** Whether balances have been requested. Nothing is read before the first request. */
  let isRequested = false

  const clear = (): Promise<void> => {
    requests.stop()
    local.value = { status: 'none', tokens: [] }
    return Promise.resolve()
  }
  const recall: Reader['recall'] = () => {
    const active = ctx.connections.active.peek()
    const stored = active?.network && known.read(keyOf(active))
    if (requests.isRunning()) return Promise.resolve()
    if (!active || !stored?.reading) return clear()
    known.publish(keyOf(active), stored)
    return Promise.resolve()
  }
  const refresh: Reader['refresh'] = ({ force = false, network } = {}) => {
    const active = ctx.connections.active.peek()
    if (active && network && network.caipNetworkId !== active.caipNetworkId)
      return otherNetworks.refresh(active, network, force)
    isRequested = true
    if (!active?.network) return clear()
    const key = keyOf(active)
    const pending = requests.pending(key)
    if (!force && pending) return pending
    requests.stop()
    const before = known.read(key)
    const isRefreshDue = !isFresh(before) && !isWithin(before.failedAt, RETRY_MS)
    const { failedAt: _, failedSource: __, ...rest } = before
    // show progress to a visitor who retries after a failure
    known.publish(key, force && !before.reading ? rest : before)
    return force || isRefreshDue ? requests.start(active, force) : Promise.resolve()
  }
  whenAccountChanges(ctx, () => {
    otherNetworks.clear()
    return isRequested ? refresh() : recall()
  })
  known.onErased(() => {
    otherNetworks.clear()
    void clear()
  })
  pollWhile(
    ctx,
    computed(() => balanceViews.includes(ctx.router.current.value?.view.name ?? '')),
    { everyMs: POLL_MS, run: () => refresh() },
  )
  return { refresh, recall }
}

/**
 * Publishes the balances on the active network together with the balances on other networks. An effect of `ctx` would start only when the modal is
 * mounted, but sites can read balances earlier.
 */
function publishTogether(
  ctx: Context,
  holdings: Signal<Holdings>,
  local: Signal<Holdings>,
  { tokens }: OtherNetworks,
): void {
  const all = computed(() => {
    const others = tokens.value
    return Object.keys(others).length === 0 ? local.value : { ...local.value, otherNetworks: others }
  })
  ctx.onDispose(
    all.subscribe((next) => {
      holdings.value = next
    }),
  )
}

/** Calls `run` when another account or network becomes active. */
function whenAccountChanges(ctx: Context, run: () => unknown): void {
  const active = computed(() => {
    const { value } = ctx.connections.active
    return value?.network ? keyOf(value) : null
  })
  let before = active.peek()
  ctx.onDispose(
    active.subscribe((key) => {
      if (key === before) return
      before = key
      run()
    }),
  )
}

interface Running {
  readonly key: string
  readonly abortController: AbortController
  readonly done: Promise<void>
}

/** Runs at most one request at a time. */
interface Requests {
  isRunning(): boolean
  /** The running request, if it is for this account. */
  pending(key: string): Promise<void> | undefined
  start(active: WalletConnection, isForced: boolean): Promise<void>
  stop(): void
}

function createRequests(
  ctx: Context,
  readBalances: ReturnType<typeof createReadBalances>,
  known: KnownBalances,
): Requests {
  let running: Running | undefined

  const failed = (key: string, error: unknown, isForced: boolean, failedSource: FailedSource): void => {
    const before = known.current(key)
    ctx.log.warn('the balances could not be read', error)
    const isNewFailure = isForced || before?.failedAt === undefined
    const isConfirmed = before?.isConfirmed ?? false
    known.publish(key, { reading: before?.reading, isConfirmed, failedAt: Date.now(), failedSource })
    if (isNewFailure && ctx.router.current.peek()) ctx.toast.error(ctx.t('tokens.failed'))
  }
  const request = async (
    active: WalletConnection,
    isForced: boolean,
    abortController: AbortController,
  ): Promise<void> => {
    const key = keyOf(active)
    const signal = AbortSignal.any([abortController.signal, ctx.abortSignal])
    let source: FailedSource = 'service'
    const onChainRead = (): void => {
      source = 'chain'
    }
    try {
      const result = await readBalances({ active, signal, onChainRead, isForced, before: known.current(key)?.reading })
      if (signal.aborted) return
      known.publish(key, result)
      if (result.reading) known.store(key, result.reading)
    } catch (error) {
      if (!signal.aborted) failed(key, error, isForced, source)
    } finally {
      if (running?.abortController === abortController) running = undefined
    }
  }
  return {
    isRunning: () => running !== undefined,
    pending: (key) => (running?.key === key ? running.done : undefined),
    start(active, isForced) {
      const abortController = new AbortController()
      running = { key: keyOf(active), abortController, done: request(active, isForced, abortController) }
      return running.done
    },
    stop() {
      running?.abortController.abort()
      running = undefined
    },
  }
}
