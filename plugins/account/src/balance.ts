import { type ActiveConnection, type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'

export const BALANCE_FRESH_MS = 30_000
/** Polling interval while the view is shown, with tolerance for a clock that runs slower than a timer. */
export const POLL_MS = BALANCE_FRESH_MS + 50
export const BALANCE_RETRY_MS = 30_000

/** `value` is in base units. An old value stays visible, marked as outdated, until a new one is read. */
export type BalanceState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready' | 'stale'; readonly value: bigint; readonly symbol: string; readonly decimals: number }
  | { readonly status: 'failed' }

interface Known {
  readonly key: string
  readonly at: number
  readonly state: BalanceState
}

export interface Balance {
  readonly state: ReadonlySignal<BalanceState>
  /** Reads the balance, unless the last result or failure is younger than 30 s; `force` is the visitor's request. */
  refresh(force?: boolean): Promise<void>
}

const keyOf = ({ account, caipNetworkId }: ActiveConnection): string => `${caipNetworkId}:${account.address}`

/** Changes with the active account and its network; `null` if none is connected. */
export const keyInUse = ({ connections }: Context): ReadonlySignal<string | null> =>
  computed(() => connections.active.value && keyOf(connections.active.value))

/** Native balance of the active account. Never shows the balance of another account or network. */
export function createBalance(ctx: Context, { failed }: { failed(): void }): Balance {
  const known = signal<Known | undefined>(undefined)
  let readCount = 0

  const put = (key: string, state: BalanceState): void => {
    known.value = { key, at: Date.now(), state }
  }
  const refresh = async (force = false): Promise<void> => {
    const active = ctx.connections.active.peek()
    if (!active?.network) return
    const key = keyOf(active)
    const now = known.peek()
    const before = now?.key === key ? now : undefined
    const old = before?.state
    const restMs = old?.status === 'failed' || old?.status === 'stale' ? BALANCE_RETRY_MS : BALANCE_FRESH_MS
    // no new request: a pending one still counts
    if (before && !force && Math.abs(Date.now() - before.at) < restMs) return
    const turn = ++readCount
    if (!old || old.status === 'failed') put(key, { status: 'loading' })
    try {
      const value = await active.adapter.balance(ctx.abortSignal)
      const { symbol, decimals } = active.network.nativeCurrency
      if (turn === readCount) put(key, { status: 'ready', value, symbol, decimals })
    } catch (error) {
      if (turn !== readCount || ctx.abortSignal.aborted) return
      ctx.log.warn('the balance could not be read', error)
      put(key, old?.status === 'ready' || old?.status === 'stale' ? { ...old, status: 'stale' } : { status: 'failed' })
      failed()
    }
  }
  const state = computed((): BalanceState => {
    const active = ctx.connections.active.value
    if (!active?.network) return { status: 'none' }
    return known.value?.key === keyOf(active) ? known.value.state : { status: 'loading' }
  })
  return { state, refresh }
}
