import { type Context, computed, type ReadonlySignal, signal, type WalletConnection } from '@wallet-modal/kernel'

export const BALANCE_FRESH_MS = 30_000
/** Polling interval: 50 ms longer than `BALANCE_FRESH_MS`, because the clock may lag behind the timer. */
export const POLL_MS = BALANCE_FRESH_MS + 50
export const BALANCE_RETRY_MS = 30_000

/** `value` is in base units. `stale` means that the last read failed, and that `value` is from an earlier read. */
export type BalanceState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready' | 'stale'; readonly value: bigint; readonly symbol: string; readonly decimals: number }
  | { readonly status: 'failed' }

interface CachedBalance {
  readonly key: string
  readonly at: number
  readonly state: BalanceState
}

export interface Balance {
  readonly state: ReadonlySignal<BalanceState>
  /** Reads the balance, unless the last result or failure is younger than 30 s; with `force`, always. */
  refresh(force?: boolean): Promise<void>
}

const keyOf = ({ account, caipNetworkId }: WalletConnection): string => `${caipNetworkId}:${account.address}`

/** Key of the active account and its network; `null` if no account is active. */
export const activeKey = ({ connections }: Context): ReadonlySignal<string | null> =>
  computed(() => connections.active.value && keyOf(connections.active.value))

/** Native balance of the active account. Never contains the balance of another account or network. */
export function createBalance(ctx: Context, { onFailed }: { onFailed(): void }): Balance {
  const cached = signal<CachedBalance | undefined>(undefined)
  let readCount = 0

  const setCached = (key: string, state: BalanceState): void => {
    cached.value = { key, at: Date.now(), state }
  }
  const refresh = async (force = false): Promise<void> => {
    const active = ctx.connections.active.peek()
    if (!active?.network) return
    const key = keyOf(active)
    const current = cached.peek()
    const previous = current?.key === key ? current : undefined
    const old = previous?.state
    const intervalMs = old?.status === 'failed' || old?.status === 'stale' ? BALANCE_RETRY_MS : BALANCE_FRESH_MS
    // while the first request is pending, `previous` is its `loading` state, so no second request is sent
    if (previous && !force && Math.abs(Date.now() - previous.at) < intervalMs) return
    const readNumber = ++readCount
    if (!old || old.status === 'failed') setCached(key, { status: 'loading' })
    try {
      const value = await active.adapter.balance(ctx.abortSignal)
      const { symbol, decimals } = active.network.nativeCurrency
      if (readNumber === readCount) setCached(key, { status: 'ready', value, symbol, decimals })
    } catch (error) {
      if (readNumber !== readCount || ctx.abortSignal.aborted) return
      ctx.log.warn('the balance could not be read', error)
      setCached(
        key,
        old?.status === 'ready' || old?.status === 'stale' ? { ...old, status: 'stale' } : { status: 'failed' },
      )
      onFailed()
    }
  }
  const state = computed((): BalanceState => {
    const active = ctx.connections.active.value
    if (!active?.network) return { status: 'none' }
    return cached.value?.key === keyOf(active) ? cached.value.state : { status: 'loading' }
  })
  return { state, refresh }
}
