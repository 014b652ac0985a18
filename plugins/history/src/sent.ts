import {
  type Context,
  computed,
  type FinalStatus,
  type HistoryEntry,
  type ReadonlySignal,
  readWith,
  type SentTransaction,
  signal,
} from '@wallet-modal/kernel'
import { readStoredTransaction, submissionId, toStoredTransaction } from '@wallet-modal/kernel/transactions'
import { listedOf, MAX_OTHERS, withOthers } from './listed.js'

/** As the specification has it. What is older is left to the history. */
export const MAX_PENDING = 99
/** Storage key of what was sent from this page, the last one first. */
const KEY = 'sent'

export type Settled = FinalStatus

/** A transaction that was sent from here; `settled` where its end is known and the history does not list it yet. */
export type KeptTransaction = SentTransaction & {
  readonly settled?: Settled
  /** Listed payments that are equal to this one, which has no hash, and are known to be others: their hashes, or ids without one. */
  readonly others?: readonly string[]
}

const ends: readonly unknown[] = ['confirmed', 'failed', 'replaced'] satisfies readonly Settled[]
const isSettled = (value: unknown): value is Settled => ends.includes(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 300

function readKept(stored: unknown): readonly KeptTransaction[] {
  const { settled, others }: Readonly<Record<string, unknown>> = Object(stored)
  try {
    return [
      {
        ...readStoredTransaction(stored),
        ...(isSettled(settled) && { settled }),
        ...(Array.isArray(others) && { others: others.filter(isText).slice(0, MAX_OTHERS) }),
      },
    ]
  } catch {
    return [] // written by another version
  }
}

const schema = readWith((kept): readonly KeptTransaction[] => {
  if (!Array.isArray(kept)) throw new Error('is no list')
  return kept.slice(0, MAX_PENDING).flatMap(readKept)
})

export const idOf = submissionId

/** What was sent from this page, over page loads and in all its tabs. */
export interface Sent {
  /** Of all accounts and networks, the last one first. */
  readonly all: ReadonlySignal<readonly KeptTransaction[]>
  /** Those whose end is not known. */
  readonly open: ReadonlySignal<readonly KeptTransaction[]>
  /** What is listed by now is not this one, where it has no hash. */
  keep(sent: SentTransaction, listed: readonly HistoryEntry[]): void
  /** Adds the nonce to what is kept; what is not kept any more stays away. */
  number(sent: SentTransaction): void
  settle(sent: SentTransaction, settled: Settled): void
  forget(id: string): void
  /**
   * What the history lists need not be kept any more. Answers with those whose end was not known before; by their hash, as one without a hash
   * may be mistaken for an equal payment.
   */
  dropListed(entries: readonly HistoryEntry[]): readonly (KeptTransaction & { readonly settled: Settled })[]
}

export function createSent(ctx: Context): Sent {
  const all = signal<readonly KeptTransaction[]>([])
  /** As what was dropped was listed: it may look like what is sent next. */
  let dropped: readonly HistoryEntry[] = []
  /** What is kept by now: another tab may have written a moment ago. */
  const kept = (): readonly KeptTransaction[] => ctx.storage.get(KEY, schema) ?? []
  const read = (): void => {
    all.value = kept()
  }
  const write = (next: readonly KeptTransaction[]): void => {
    const list = next.slice(0, MAX_PENDING)
    all.value = list
    if (list.length === 0) ctx.storage.remove(KEY)
    else ctx.storage.set(KEY, list.map(toStoredTransaction))
  }
  read()
  ctx.storage.watch(KEY, read)
  const without = (id: string): readonly KeptTransaction[] => kept().filter((one) => idOf(one) !== id)
  const change = (sent: SentTransaction, more: Pick<KeptTransaction, 'nonce' | 'settled'>): void =>
    write(kept().map((one) => (idOf(one) === idOf(sent) ? { ...one, ...more } : one)))
  return {
    all,
    open: computed(() => all.value.filter(({ settled }) => settled === undefined)),
    keep(sent, entries) {
      const others = kept().find((one) => idOf(one) === idOf(sent))?.others
      const mine: KeptTransaction = { ...sent, ...(others && { others }) }
      write([withOthers(mine, others ? [] : [...entries, ...dropped]), ...without(idOf(sent))])
    },
    number: (sent) => change(sent, sent.nonce === undefined ? {} : { nonce: sent.nonce }),
    settle: (sent, settled) => change(sent, { settled }),
    forget: (id) => write(without(id)),
    dropListed(entries) {
      const before = kept()
      const listed = listedOf(before, entries)
      const endOf = (one: KeptTransaction): Settled | undefined => {
        const status = listed.get(one)?.status
        return isSettled(status) ? status : undefined
      }
      const taken = before.flatMap((one) => (endOf(one) && listed.get(one)) || [])
      if (taken.length === 0) return []
      dropped = [...taken, ...dropped].slice(0, MAX_PENDING)
      write(before.flatMap((one) => (endOf(one) ? [] : [withOthers(one, taken)])))
      return before.flatMap((one) => {
        const settled = endOf(one)
        return settled && one.settled === undefined && one.hash !== undefined ? [{ ...one, settled }] : []
      })
    },
  }
}
