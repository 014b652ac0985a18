import { type FinalStatus, readWith, type SentTransaction } from '@wallet-modal/kernel'
import { readStoredTransaction } from '@wallet-modal/kernel/transactions'

/** Maximum number of stored transactions. */
export const MAX_STORED = 99
/** Maximum length of `others`. */
export const MAX_OTHERS = 99

/** A transaction sent from this browser. `settled` is its final status; absent while it has none. */
export type StoredTransaction = SentTransaction & {
  readonly settled?: FinalStatus
  /**
   * Present if a source lists the transaction with its final status. The transaction is then stored only for its title, which the source does not
   * know.
   */
  readonly isListed?: true
  /**
   * Hashes (or ids, if there is no hash) of history entries that look like this transaction but are other transactions. Set only while this
   * transaction has no hash.
   */
  readonly others?: readonly string[]
}

const finalStatuses: readonly unknown[] = [
  'confirmed',
  'failed',
  'partlyFailed',
  'replaced',
] satisfies readonly FinalStatus[]
export const isSettled = (value: unknown): value is FinalStatus => finalStatuses.includes(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 300

function readStored(stored: unknown): readonly StoredTransaction[] {
  const { settled, isListed, others }: Readonly<Record<string, unknown>> = Object(stored)
  try {
    return [
      {
        ...readStoredTransaction(stored),
        ...(isSettled(settled) && { settled }),
        ...(isListed === true && { isListed }),
        ...(Array.isArray(others) && { others: others.filter(isText).slice(0, MAX_OTHERS) }),
      },
    ]
  } catch {
    return [] // invalid, for example written by another version
  }
}

export const storedSchema = readWith((list): readonly StoredTransaction[] => {
  if (!Array.isArray(list)) throw new Error('the stored transactions are not a list')
  return list.slice(0, MAX_STORED).flatMap(readStored)
})
