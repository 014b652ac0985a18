import { type ActiveConnection, type Context, type ReadonlySignal, signal } from '@wallet-modal/kernel'

export const BALANCE_FRESH_MS = 30_000
/** How often it is read while it is looked at; a clock may run a little behind a timer. */
export const POLL_MS = BALANCE_FRESH_MS + 50
export const BALANCE_RETRY_MS = 30_000

/** `value` is in base units. An old value stays visible, and marked, while a new one cannot be had. */
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
  /** Asks unless the answer is younger than 30 s, or the last failure is; `force` is the visitor's own wish. */
  refresh(force?: boolean): Promise<void>
}

const keyOf = ({ account, caipNetworkId }: ActiveConnection): string => `${caipNetworkId}:${account.address}`

/** The native balance of the account in use. Answers for an account or network that is no longer shown are dropped. */
export function createBalance(ctx: Context, { failed }: { failed(): void }): Balance {
  const state = signal<BalanceState>({ status: 'none' })
  let known: Known | undefined
  let asked = 0

  const put = (key: string, next: BalanceState): void => {
    known = { key, at: Date.now(), state: next }
    state.value = next
  }
  const refresh = async (force = false): Promise<void> => {
    const turn = ++asked
    const active = ctx.connections.active.peek()
    if (!active?.network) {
      known = undefined
      state.value = { status: 'none' }
      return
    }
    const key = keyOf(active)
    const before = known?.key === key ? known : undefined
    const restMs =
      before?.state.status === 'failed' || before?.state.status === 'stale' ? BALANCE_RETRY_MS : BALANCE_FRESH_MS
    if (before && !force && Math.abs(Date.now() - before.at) < restMs) {
      state.value = before.state
      return
    }
    if (!before || before.state.status === 'failed') state.value = { status: 'loading' }
    try {
      const value = await active.adapter.balance(ctx.abortSignal)
      const { symbol, decimals } = active.network.nativeCurrency
      if (turn === asked) put(key, { status: 'ready', value, symbol, decimals })
    } catch (error) {
      if (turn !== asked || ctx.abortSignal.aborted) return
      ctx.log.warn('the balance could not be read', error)
      const old = before?.state
      put(key, old?.status === 'ready' || old?.status === 'stale' ? { ...old, status: 'stale' } : { status: 'failed' })
      failed()
    }
  }
  return { state, refresh }
}
