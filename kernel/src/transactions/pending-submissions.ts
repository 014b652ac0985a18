import type { Context } from '../plugins/plugin.js'
import { readWith } from '../plugins/schema.js'
import { readStoredTransaction, type SentTransaction, submissionId, toStoredTransaction } from './sent-transaction.js'
import { tabLocks } from './tab.js'

/** Storage key of wallet requests without a reply. The family's plugin must list it in `permissions.storage`. */
export const SUBMISSIONS = 'submissions'
const MAX_SUBMISSIONS = 20

/** Time in milliseconds for which a request stays stored after {@link Transactions.recover} has reported it, if no plugin claims it. */
export const UNCLAIMED_MS = 7 * 86_400_000
/** Like {@link UNCLAIMED_MS}, but for the types of transactions that no first-party plugin claims. */
export const UNCLAIMABLE_MS = 86_400_000

const lifetimeOf = ({ type }: SentTransaction): number =>
  type === 'custom' || type === 'contractCall' ? UNCLAIMABLE_MS : UNCLAIMED_MS

/** `reportedAt`: milliseconds since 1970 when a page reported that the reply was lost. */
type StoredSubmission = SentTransaction & { readonly reportedAt?: number }

function readSubmission(stored: unknown): readonly StoredSubmission[] {
  const { reportedAt }: { readonly reportedAt?: unknown } = Object(stored)
  try {
    return [{ ...readStoredTransaction(stored), ...(typeof reportedAt === 'number' && { reportedAt }) }]
  } catch {
    return [] // invalid, for example written by another version; the other requests stay stored
  }
}

const schema = readWith((stored): readonly StoredSubmission[] =>
  Array.isArray(stored) ? stored.slice(0, MAX_SUBMISSIONS).flatMap(readSubmission) : [],
)

/** Wallet requests without a reply yet, stored across page loads. If a page is closed before the reply, the transaction may have been sent. */
export interface PendingSubmissions {
  /** Stores a request. Returns a function that removes it. */
  add(sent: SentTransaction): () => void
  /**
   * Returns requests of closed pages; without the Web Locks API, also requests of other open pages. Each request is returned once, to one tab. It
   * stays stored until a plugin claims it, at most {@link UNCLAIMED_MS} or {@link UNCLAIMABLE_MS}.
   */
  recover(): Promise<readonly SentTransaction[]>
  /** Removes and returns recovered requests of these types, at most `limit`. */
  claim(types: readonly SentTransaction['type'][], limit: number): Promise<readonly SentTransaction[]>
}

/** Stored list of requests. `all` omits requests that no plugin has claimed in time. */
function storedSubmissions(storage: Context['storage']) {
  const all = (): readonly StoredSubmission[] =>
    (storage.get(SUBMISSIONS, schema) ?? []).filter(
      (one) => one.reportedAt === undefined || Date.now() - one.reportedAt < lifetimeOf(one),
    )
  const without = (id: string): readonly StoredSubmission[] => all().filter((one) => submissionId(one) !== id)
  const write = (list: readonly StoredSubmission[]): void => {
    if (list.length === 0) storage.remove(SUBMISSIONS)
    else storage.set(SUBMISSIONS, list.slice(0, MAX_SUBMISSIONS).map(toStoredTransaction))
  }
  return {
    all,
    add: (sent: SentTransaction): void => write([sent, ...without(submissionId(sent))]),
    remove: (id: string): void => write(without(id)),
    markReported: (id: string): void =>
      write(all().map((one) => (submissionId(one) === id ? { ...one, reportedAt: Date.now() } : one))),
  }
}

/** Requests a lock. Returns a function that releases it; `signal` releases it too. */
function holdLock(locks: ReturnType<typeof tabLocks>, name: string, signal: AbortSignal): () => void {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  signal.addEventListener('abort', release)
  locks?.request(name, () => released).catch(() => undefined) // a browser that blocks storage also rejects locks
  return release
}

export function createPendingSubmissions(
  { storage, site, abortSignal }: Context,
  namespace: string,
): PendingSubmissions {
  // browsers release a page's locks when the page is closed for any reason
  const locks = tabLocks()
  /** Ids of the requests for which this page waits. */
  const waiting = new Set<string>()
  const lockOf = (id: string): string => `wallet-modal/${site.id}/${namespace}/${id}`
  const submissions = storedSubmissions(storage)
  /** Calls `use` with a stored request, unless a page still waits for the reply. Returns the result of `use`, or false if it was not called. */
  const ifLost = async (id: string, use: (stored: StoredSubmission) => boolean): Promise<boolean> => {
    if (waiting.has(id)) return false
    const runStored = (): boolean => {
      const stored = submissions.all().find((one) => submissionId(one) === id)
      return stored !== undefined && use(stored)
    }
    if (!locks) return runStored()
    return locks.request(lockOf(id), { ifAvailable: true }, (lock) => lock !== null && runStored())
  }
  return {
    add(sent) {
      const id = submissionId(sent)
      const release = holdLock(locks, lockOf(id), abortSignal)
      waiting.add(id)
      submissions.add(sent)
      return () => {
        waiting.delete(id)
        submissions.remove(id)
        release()
      }
    },
    async recover() {
      const reports = submissions.all().map(async (one) => {
        const id = submissionId(one)
        const isNew = await ifLost(id, ({ reportedAt }) => {
          if (reportedAt !== undefined) return false
          submissions.markReported(id)
          return true
        })
        return isNew ? [one] : []
      })
      return (await Promise.all(reports)).flat()
    },
    async claim(types, limit) {
      const claimed: SentTransaction[] = []
      for (const { reportedAt, ...sent } of submissions.all()) {
        if (claimed.length >= limit) break
        if (reportedAt === undefined || !types.includes(sent.type)) continue
        const id = submissionId(sent)
        const isMine = await ifLost(id, () => {
          submissions.remove(id)
          return true
        })
        if (isMine) claimed.push(sent)
      }
      return claimed
    },
  }
}
