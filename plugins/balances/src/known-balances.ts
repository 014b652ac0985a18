import type { Context, Holdings, Signal, WalletConnection } from '@wallet-modal/kernel'
import { createStoredHoldings, type Reading } from './stored-holdings.js'

export const FRESH_MS = 30_000
export const RETRY_MS = 30_000
/** Time for restoring wallets, after which stored balances of accounts that are not connected are deleted. */
export const RESTORE_MS = 10_000
/** Age at which balances that this page has read are marked as outdated. */
const OLD_MS = 60_000

/** Kind of source that did not reply. */
export type FailedSource = NonNullable<Holdings['failedSource']>

/** Key of an account on a network. */
export const keyOf = ({ caipNetworkId, account }: WalletConnection): string => `${caipNetworkId}:${account.address}`

/** Last result for an account on a network. */
export interface BalancesResult {
  readonly reading?: Reading | undefined
  /** Whether the result was read since this page was loaded. */
  readonly isConfirmed: boolean
  /** Time of the last failure or incomplete result, in milliseconds since 1970. */
  readonly failedAt?: number
  /** Kind of source that did not reply. */
  readonly failedSource?: FailedSource
}

/** Balances in memory and in the browser's storage, by account and network. */
export interface KnownBalances {
  /** Result read by this page, else the stored result. */
  read(key: string): BalancesResult
  /** Result read by this page. */
  current(key: string): BalancesResult | undefined
  /** Keeps a result in memory. */
  keep(key: string, known: BalancesResult): void
  /** Keeps a result in memory and publishes it. */
  publish(key: string, known: BalancesResult): void
  /** Writes a reading to the browser's storage. */
  store(key: string, reading: Reading): void
  /** Calls `run` when the storage was cleared, by `modal.forget()` or by another tab. */
  onErased(run: () => void): void
}

/** Whether a time is less than `ms` ago. A time in the future counts as old, because the clock was set back. */
export const isWithin = (at: number | undefined, ms: number): boolean =>
  at !== undefined && Date.now() - at < ms && Date.now() >= at

/**
 * Whether a result is less than 30 s old. `false` for a stored result from an earlier page load if only a part of its tokens is stored.
 */
export const isFresh = ({ reading, isConfirmed }: BalancesResult): boolean =>
  isWithin(reading?.readAt, FRESH_MS) && (isConfirmed || reading?.isPart !== true)

export function createKnownBalances(ctx: Context, holdings: Signal<Holdings>): KnownBalances {
  const stored = createStoredHoldings(ctx)
  const memory = new Map<string, BalancesResult>()
  onAccountsDisconnected(ctx, (addresses) => {
    stored.keepOnly((key) => !isOneOf(addresses, key))
    for (const key of memory.keys()) if (isOneOf(addresses, key)) memory.delete(key)
  })
  const timer = setTimeout(() => stored.keepOnly((key) => isOneOf(connectedAddresses(ctx), key)), RESTORE_MS)
  ctx.onDispose(() => clearTimeout(timer))
  return {
    read: (key) => memory.get(key) ?? { reading: stored.read(key), isConfirmed: false },
    current: (key) => memory.get(key),
    keep: (key, known) => void memory.set(key, known),
    publish(key, known) {
      memory.set(key, known)
      holdings.value = toHoldings(known)
    },
    store: stored.write,
    onErased(run) {
      stored.onWiped(() => {
        memory.clear()
        run()
      })
    },
  }
}

/** Whether a key belongs to one of the addresses. */
const isOneOf = (addresses: readonly string[], key: string): boolean =>
  addresses.some((address) => key.endsWith(`:${address}`))

const connectedAddresses = ({ connections }: Context): readonly string[] =>
  connections.all.peek().flatMap(({ accounts }) => accounts.map(({ address }) => address))

/** Calls `run` with the addresses of disconnected accounts. */
function onAccountsDisconnected(ctx: Context, run: (addresses: readonly string[]) => void): void {
  let before: readonly string[] = []
  ctx.onDispose(
    ctx.connections.all.subscribe(() => {
      const addresses = connectedAddresses(ctx)
      const removedAddresses = before.filter((address) => !addresses.includes(address))
      before = addresses
      if (removedAddresses.length > 0) run(removedAddresses)
    }),
  )
}

function toHoldings(known: BalancesResult): Holdings {
  const { reading, failedAt, isConfirmed, failedSource } = known
  const failure = failedSource !== undefined && { failedSource }
  if (!reading) return { status: failedAt === undefined ? 'loading' : 'failed', tokens: [], ...failure }
  const { tokens, totalUsd, readAt } = reading
  const isReady = failedAt === undefined && (isFresh(known) || (isConfirmed && isWithin(readAt, OLD_MS)))
  return {
    status: isReady ? 'ready' : 'stale',
    tokens,
    readAt,
    ...(totalUsd !== undefined && { totalUsd }),
    ...failure,
  }
}
