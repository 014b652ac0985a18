import { isSignature, type ListedTransaction } from './replies.js'

/** Transactions of one page. Each is a request. */
export const PAGE = 10

/** How far an account's list has been shown. */
export interface Place {
  readonly address: string
  /** The last transaction that was shown; absent before the first page. */
  readonly before?: string
}

/** The accounts whose lists are not at their end. */
export const toCursor = (places: readonly Place[]): string =>
  places.map(({ address, before = '' }) => `${address}=${before}`).join(',')

/** `undefined` for what is no cursor of this source. */
export function placesOf(cursor: string): readonly Place[] | undefined {
  const places = cursor.split(',').map((one): Place | undefined => {
    const [address = '', before] = one.split('=')
    if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
    return isSignature(before) ? { address, before } : { address }
  })
  return places.every((one) => one !== undefined) ? places : undefined
}

/** The next {@link PAGE} of several lists, the newest first, and where each list goes on. */
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
