import { isSignature, type ListedTransaction } from './replies.js'

/** Transactions per page. Each transaction takes one request. */
export const PAGE = 10

/** Position in the transaction list of an account or token account. */
export interface AccountCursor {
  readonly address: string
  /** Signature of the last listed transaction; absent before the first page. */
  readonly before?: string
}

/** Encodes positions in transaction lists as text. */
export const toCursor = (cursors: readonly AccountCursor[]): string =>
  cursors.map(({ address, before = '' }) => `${address}=${before}`).join(',')

/** Decodes a cursor; `undefined` if an address in it is invalid. Ignores an invalid signature: the list then starts at the newest transaction. */
export function fromCursor(cursor: string): readonly AccountCursor[] | undefined {
  const cursors = cursor.split(',').map((one): AccountCursor | undefined => {
    const [address = '', before] = one.split('=')
    if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
    return isSignature(before) ? { address, before } : { address }
  })
  return cursors.every((one) => one !== undefined) ? cursors : undefined
}

/** Merges transaction lists. `page`: the newest {@link PAGE} transactions. `next`: positions in the lists that may have further transactions. */
export function mergeLists(
  lists: readonly { readonly cursor: AccountCursor; readonly list: readonly ListedTransaction[] }[],
): {
  readonly page: readonly ListedTransaction[]
  readonly next: readonly AccountCursor[]
} {
  const bySignature = new Map(lists.flatMap(({ list }) => list).map((one) => [one.signature, one]))
  const page = [...bySignature.values()].toSorted((one, other) => other.slot - one.slot).slice(0, PAGE)
  const pageSignatures = new Set(page.map(({ signature }) => signature))
  const next = lists.flatMap(({ cursor, list }) => {
    const end = list.findIndex(({ signature }) => !pageSignatures.has(signature))
    if (end < 0 && list.length < PAGE) return []
    const last = list.at(end < 0 ? -1 : end - 1)
    return end === 0 || !last ? [cursor] : [{ address: cursor.address, before: last.signature }]
  })
  return { page, next }
}
