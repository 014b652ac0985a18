import type { Context } from 'hono'
import * as v from 'valibot'
import type { RefusalReason } from '../../http.js'
import { networkOf } from '../../onramp/visitor-limit.js'
import type { Store } from '../../store.js'
import { countEvent, type Limit, secondsOf, TooSoonError } from '../limits.js'
import type { Secrets } from '../secrets.js'

/** Time limit for finishing a key generation. */
export const UNFINISHED_MS = 10 * 60_000
/** Maximum number of unfinished key generations of one account. */
export const MAX_UNFINISHED_KEYS = 5

/**
 * Maximum number of signatures in a minute, for each account and for each IP address. The limit by IP address is higher, because all accounts in an
 * office or a mobile network may share one address.
 */
export const MAX_SIGNATURES = { account: 60, ip: 240 } as const
const SIGNATURE_WINDOW_MS = 60_000
/** Maximum number of key generations in an hour, for each account and for each IP address. An account needs only one key. */
export const MAX_KEYS = { account: 10, ip: 60 } as const
const KEY_WINDOW_MS = 60 * 60_000

/**
 * Limits of signatures and key generations for Solana accounts. All gateway instances that share a store share the counters. Above a limit, the
 * counting methods reject with {@link TooSoonError}.
 */
export interface SolanaLimits {
  countSignature(context: Context, accountId: string): Promise<void>
  /** Counts a key generation. */
  countKey(context: Context, accountId: string): Promise<void>
  /** Counts an unfinished key generation until `removeUnfinished`, at most for {@link UNFINISHED_MS}. Limit: {@link MAX_UNFINISHED_KEYS}. */
  addUnfinished(accountId: string, generation: string): Promise<void>
  removeUnfinished(accountId: string, generation: string): Promise<void>
}

interface SolanaLimitsDependencies {
  readonly store: Store
  readonly secrets: Secrets
  readonly now: () => number
  readonly visitor: (context: Context) => { readonly ip?: string }
}

const unfinishedKeys = v.fallback(v.array(v.object({ generation: v.string(), expiresAt: v.number() })), [])

const refuse =
  (events: string, reason: RefusalReason) =>
  (seconds: number): TooSoonError =>
    new TooSoonError(seconds, `Too many ${events}. Please try again after ${seconds} seconds`, reason)

export function createSolanaLimits({ store, secrets, now, visitor }: SolanaLimitsDependencies): SolanaLimits {
  /** Counts for the account first, so that requests above the account's limit do not count for the IP address. */
  const count = async (
    name: string,
    accountId: string,
    c: Context,
    [accountLimit, ipLimit]: readonly [Limit, Limit],
  ) => {
    await countEvent({ store, now }, `${name}-of-account:${accountId}`, accountLimit)
    const { ip } = visitor(c)
    if (ip === undefined) return
    await countEvent({ store, now }, `${name}-of-address:${await secrets.hash('ip', networkOf(ip))}`, ipLimit)
  }
  return {
    countSignature: (c, accountId) =>
      count('solana-signatures', accountId, c, [
        {
          max: MAX_SIGNATURES.account,
          windowMs: SIGNATURE_WINDOW_MS,
          refuse: refuse('signatures of this account', 'SIGNATURE_LIMIT'),
        },
        {
          max: MAX_SIGNATURES.ip,
          windowMs: SIGNATURE_WINDOW_MS,
          refuse: refuse('signatures from this IP address', 'SIGNATURE_LIMIT'),
        },
      ]),
    countKey: (c, accountId) =>
      count('solana-keys', accountId, c, [
        {
          max: MAX_KEYS.account,
          windowMs: KEY_WINDOW_MS,
          refuse: refuse('new Solana keys of this account', 'KEY_LIMIT'),
        },
        {
          max: MAX_KEYS.ip,
          windowMs: KEY_WINDOW_MS,
          refuse: refuse('new Solana keys from this IP address', 'KEY_LIMIT'),
        },
      ]),
    ...createUnfinishedKeys({ store, now }),
  }
}

/** Stores the unfinished key generations of each account. */
function createUnfinishedKeys({
  store,
  now,
}: Pick<SolanaLimitsDependencies, 'store' | 'now'>): Pick<SolanaLimits, 'addUnfinished' | 'removeUnfinished'> {
  const listKey = (accountId: string): string => `solana-begun-of:${accountId}`
  const unexpired = (before: unknown) => v.parse(unfinishedKeys, before).filter(({ expiresAt }) => expiresAt > now())
  return {
    async addUnfinished(accountId, generation) {
      const add = (before: unknown) => {
        const keys = unexpired(before)
        const [oldest] = keys
        if (oldest && keys.length >= MAX_UNFINISHED_KEYS)
          throw refuse('unfinished Solana keys of this account', 'KEY_LIMIT')(secondsOf(oldest.expiresAt - now()))
        return [...keys, { generation, expiresAt: now() + UNFINISHED_MS }]
      }
      await store.update(listKey(accountId), add, { lifetimeMs: UNFINISHED_MS })
    },
    async removeUnfinished(accountId, generation) {
      const remove = (before: unknown) => {
        const keys = unexpired(before).filter((key) => key.generation !== generation)
        return keys.length > 0 ? keys : undefined
      }
      await store.update(listKey(accountId), remove, { lifetimeMs: UNFINISHED_MS })
    },
  }
}
