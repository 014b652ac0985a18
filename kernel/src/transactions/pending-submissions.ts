import type { Context } from '../plugins/plugin.js'
import { readWith } from '../plugins/schema.js'
import { readStoredTransaction, type SentTransaction, submissionId, toStoredTransaction } from './sent-transaction.js'
import { tabLocks } from './tab.js'

/** Storage key of unanswered wallet requests. The family's plugin must list it in `permissions.storage`. */
export const SUBMISSIONS = 'submissions'
const MAX_SUBMISSIONS = 20

const schema = readWith((stored): readonly SentTransaction[] =>
  Array.isArray(stored) ? stored.slice(0, MAX_SUBMISSIONS).map(readStoredTransaction) : [],
)

/** Unanswered wallet requests, stored across page loads: after a page was closed, a transaction may have been sent without its knowledge. */
export interface PendingSubmissions {
  /** Stores a request until the returned function is called. */
  add(sent: SentTransaction): () => void
  /** Removes and returns requests of closed pages. Each is returned once, to one tab. */
  takeLost(): Promise<readonly SentTransaction[]>
}

export function createPendingSubmissions(
  { storage, site, abortSignal }: Context,
  namespace: string,
): PendingSubmissions {
  // browsers release a page's locks when it is closed for any reason
  const locks = tabLocks()
  const lockOf = (id: string): string => `wallet-modal/${site.id}/${namespace}/${id}`
  const all = (): readonly SentTransaction[] => storage.get(SUBMISSIONS, schema) ?? []
  const write = (list: readonly SentTransaction[]): void => {
    if (list.length === 0) storage.remove(SUBMISSIONS)
    else storage.set(SUBMISSIONS, list.slice(0, MAX_SUBMISSIONS).map(toStoredTransaction))
  }
  const without = (id: string): readonly SentTransaction[] => all().filter((one) => submissionId(one) !== id)
  /** False if another tab removed it first. */
  const remove = (id: string): boolean => {
    const exists = all().some((one) => submissionId(one) === id)
    write(without(id))
    return exists
  }
  return {
    add(sent) {
      const id = submissionId(sent)
      let release = (): void => undefined
      const answered = new Promise<void>((resolve) => (release = resolve))
      abortSignal.addEventListener('abort', release)
      locks?.request(lockOf(id), () => answered).catch(() => undefined) // also refused if nothing is stored
      write([sent, ...without(id)])
      return () => {
        write(without(id))
        release()
      }
    },
    async takeLost() {
      const taken = all().map(async (one) => {
        const id = submissionId(one)
        const isLost = locks
          ? await locks.request(lockOf(id), { ifAvailable: true }, (lock) => lock !== null && remove(id))
          : remove(id)
        return isLost ? [one] : []
      })
      return (await Promise.all(taken)).flat()
    },
  }
}
