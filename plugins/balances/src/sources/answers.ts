import type { Context } from '@wallet-modal/kernel'
import { inTime } from '@wallet-modal/kernel/assets'

/** Time limit for one reply of a price source, token list or indexer. */
export const REPLY_TIMEOUT_MS = 10_000

/** Rejects if `reply` takes longer than {@link REPLY_TIMEOUT_MS}: a promise of another plugin may never settle. */
export const awaitReply = <T>(reply: Promise<T>): Promise<T> =>
  inTime(reply, REPLY_TIMEOUT_MS, () => new Error('The source does not answer.'))

/** Collects failures, so that one failing source does not hide the results of the others. */
export function createFailures({ log }: Pick<Context, 'log'>) {
  let first: { readonly error: unknown } | undefined
  return {
    add(error: unknown): void {
      first ??= { error }
      log.info('a source could not be read', error)
    },
    /** Throws the first failure, if there is one, unless there are results. */
    throwIfEmpty(resultCount: number): void {
      if (first && resultCount === 0) throw first.error
    },
  }
}
