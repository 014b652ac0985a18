import type { Context } from '../plugins/plugin.js'
import { readWith } from '../plugins/schema.js'
import { readStoredTransaction, type SentTransaction, submissionId, toStoredTransaction } from './sent-transaction.js'
import { tabLocks } from './tab.js'

/** Storage key of wallet requests without a reply. The family's plugin must list it in `permissions.storage`. */
export const SUBMISSIONS = 'submissions'
const MAX_SUBMISSIONS = 20

const schema = readWith((stored): readonly SentTransaction[] =>
  Array.isArray(stored) ? stored.slice(0, MAX_SUBMISSIONS).map(readStoredTransaction) : [],
)

/** Wallet requests without a reply yet, stored across page loads. If a page is closed before the reply, the transaction may have been sent. */
export interface PendingSubmissions {
  /** Stores a request. Returns a function that removes it. */
  add(sent: SentTransaction): () => void
  /** Removes and returns requests of closed pages; without the Web Locks API, those of other open pages too. Each is returned once, to one tab. */
  recover(): Promise<readonly SentTransaction[]>
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
  const all = (): readonly SentTransaction[] => storage.get(SUBMISSIONS, schema) ?? []
  const write = (list: readonly SentTransaction[]): void => {
    if (list.length === 0) storage.remove(SUBMISSIONS)
    else storage.set(SUBMISSIONS, list.slice(0, MAX_SUBMISSIONS).map(toStoredTransaction))
  }
  const without = (id: string): readonly SentTransaction[] => all().filter((one) => submissionId(one) !== id)
  /** Removes a stored request. Returns false if another tab removed it first. */
  const remove = (id: string): boolean => {
    const exists = all().some((one) => submissionId(one) === id)
    write(without(id))
    return exists
  }
  return {
    add(sent) {
      const id = submissionId(sent)
      let release = (): void => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      abortSignal.addEventListener('abort', release)
      locks?.request(lockOf(id), () => released).catch(() => undefined) // a browser that blocks storage also rejects locks
      waiting.add(id)
      write([sent, ...without(id)])
      return () => {
        waiting.delete(id)
        write(without(id))
        release()
      }
    },
    async recover() {
      const claims = all().map(async (one) => {
        const id = submissionId(one)
        if (waiting.has(id)) return []
        const isLost = locks
          ? await locks.request(lockOf(id), { ifAvailable: true }, (lock) => lock !== null && remove(id))
          : remove(id)
        return isLost ? [one] : []
      })
      return (await Promise.all(claims)).flat()
    },
  }
}
