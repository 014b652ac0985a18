import { isSignature, type ListedTransaction } from './replies.js'

/** Transactions per page. Each needs a request. */
export const PAGE = 10

/** Position in the list of an account. */
export interface Place {
  readonly address: string
  /** Last listed transaction; absent before the first page. */
  readonly before?: string
}

/** Accounts whose lists have further entries. */
export const toCursor = (places: readonly Place[]): string =>
  places.map(({ address, before = '' }) => `${address}=${before}`).join(',')

/** `undefined` if it is not a cursor of this source. */
export function placesOf(cursor: string): readonly Place[] | undefined {
  const places = cursor.split(',').map((one): Place | undefined => {
    const [address = '', before] = one.split('=')
    if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
    return isSignature(before) ? { address, before } : { address }
  })
  return places.every((one) => one !== undefined) ? places : undefined
}

/** The next {@link PAGE} entries of several lists, newest first, with the next position of each list. */
export function mergeLists(lists: readonly { readonly place: Place; readonly list: readonly ListedTransaction[] }[]): {
  readonly page: readonly ListedTransaction[]
  readonly rest: readonly Place[]
} {
  const all = new Map(lists.flatMap(({ list }) => list).map((one) => [one.signature, one]))
  const page = [...all.values()].toSorted((one, other) => other.slot - one.slot).slice(0, PAGE)
  const shown = new Set(page.map(({ signature }) => signature))
  const rest = lists.flatMap(({ place, list }) => {
    const end = list.findIndex(({ signature }) => !shown.has(signature))
    if (end < 0 && list.length < PAGE) return []
    const last = list.at(end < 0 ? -1 : end - 1)
    return end === 0 || !last ? [place] : [{ address: place.address, before: last.signature }]
  })
  return { page, rest }
}
