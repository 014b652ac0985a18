import {
  type HistoryEntry,
  type HistoryPage,
  type HistoryTransfer,
  readWith,
  type StandardSchema,
} from '@wallet-modal/kernel'
import { FIAT_DECIMALS, fieldsOf, readDecimal, toBaseUnits } from '@wallet-modal/kernel/assets'

/** Upper bound on entries in a reply. */
const MAX_ENTRIES = 1000
const MAX_TRANSFERS = 50
const MAX_NAME = 80
const MAX_DECIMALS = 36

const readText = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

/** Name of at most 80 characters, without control and direction characters. Empty if `value` is not a string. */
const readName = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_NAME).replace(/\p{C}/gu, '').trim() : ''

/** Time in milliseconds since 1970; `undefined` if it is invalid or not between 1970 and 2096. */
function readTime(value: unknown): number | undefined {
  const ms = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : Number.NaN
  return ms > 0 && ms < 4e12 ? ms : undefined
}

function readTransfer(record: unknown): readonly HistoryTransfer[] {
  const { fungible_info, nft_info, direction, quantity, price } = fieldsOf(record)
  if (direction !== 'in' && direction !== 'out' && direction !== 'self') return []
  const isNft = Object(nft_info) === nft_info
  const [token, nft] = [fieldsOf(fungible_info), fieldsOf(nft_info)]
  const decimal = readDecimal(fieldsOf(quantity).numeric)
  const validDecimal = decimal && decimal.decimals <= MAX_DECIMALS ? decimal : undefined
  const priceUsd = toBaseUnits(readDecimal(price), FIAT_DECIMALS, { truncate: true })
  const picture = isNft ? fieldsOf(fieldsOf(nft.content).preview).url : fieldsOf(token.icon).url
  // ignores relative URLs, because the page would request them from the site's own server. Views also ignore http: URLs, except those of this device.
  const imageUrl = readText(picture, /^(https?:\/\/|data:image\/)/)
  return [
    {
      direction,
      kind: isNft ? 'nft' : 'token',
      name: readName(isNft ? nft.name : token.name),
      symbol: isNft ? '' : readName(token.symbol),
      ...(validDecimal && { amount: validDecimal.amount }),
      decimals: validDecimal?.decimals ?? 0,
      ...(priceUsd && { priceUsd }),
      ...(imageUrl && { imageUrl }),
      ...([token, nft].some(({ flags }) => fieldsOf(flags).is_spam === true) && { isSpam: true }),
    },
  ]
}

const statuses: readonly unknown[] = ['confirmed', 'failed', 'pending'] satisfies readonly HistoryEntry['status'][]
const isStatus = (value: unknown): value is HistoryEntry['status'] => statuses.includes(value)

/**
 * Parses a record. Returns an empty array if its id or metadata is missing or invalid, if it belongs to another chain, or if its transfers are not a
 * list. Omits other invalid fields.
 */
function readEntry(record: unknown, caipNetworkId: string): readonly HistoryEntry[] {
  const { id, metadata, transfers } = fieldsOf(record)
  const { operationType, hash, chain, minedAt, sentFrom, sentTo, status } = fieldsOf(metadata)
  const entryId = readText(id, /^[\x21-\x7e]{1,200}$/)
  if (!entryId || Object(metadata) !== metadata || (chain ?? caipNetworkId) !== caipNetworkId) return []
  if (transfers != null && !Array.isArray(transfers)) return []
  const address = /^[\w.:-]{1,128}$/
  const [from, to] = [readText(sentFrom, address), readText(sentTo, address)]
  const entryHash = readText(hash, /^[\w+/=-]{1,128}$/)
  const at = readTime(minedAt)
  return [
    {
      id: entryId,
      caipNetworkId,
      type: readText(operationType, /^[a-z_]{1,40}$/i)?.toLowerCase() ?? '',
      status: isStatus(status) ? status : 'unknown',
      ...(entryHash && { hash: entryHash }),
      ...(at !== undefined && { at }),
      ...(from && { from }),
      ...(to && { to }),
      transfers: (transfers ?? []).slice(0, MAX_TRANSFERS).flatMap(readTransfer),
    },
  ]
}

/** A page of `GET /v1/account/{account}/history` for one network. Invalid records are skipped. */
export const historyPage = (caipNetworkId: string): StandardSchema<HistoryPage> =>
  readWith((reply) => {
    const { data, next } = fieldsOf(reply)
    if (!Array.isArray(data)) throw new Error('"data" is not a list')
    const cursor = readText(next, /^.{1,2000}$/s)
    return {
      entries: data.slice(0, MAX_ENTRIES).flatMap((one) => readEntry(one, caipNetworkId)),
      ...(cursor && { next: cursor }),
    }
  })

/** CAIP-2 ids that `GET /v1/supported-chains` lists. */
export const servedChains: StandardSchema<readonly string[]> = readWith((reply) => {
  const { http } = fieldsOf(reply)
  if (!Array.isArray(http)) throw new Error('"http" is not a list')
  return http.filter((one) => typeof one === 'string')
})
