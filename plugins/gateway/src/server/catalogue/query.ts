import * as v from 'valibot'
import { parseRequest } from '../http.js'

/** Wallet of the catalogue. The reply of `/getWallets` has the same fields, except `addsNetworks`. A field is absent if its value is unknown. */
export interface WalletRecord {
  readonly id: string
  readonly name: string
  readonly homepage: string
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  /**
   * CAIP-2 namespaces in which the wallet's user can add networks manually. In the reply, `chains` also lists the requested chains of these
   * namespaces.
   */
  readonly addsNetworks?: readonly string[]
  readonly image_id: string
  readonly order: number
  readonly badge_type: 'certified' | 'none'
  /** Reverse domain name (EIP-6963). */
  readonly rdns?: string
  readonly mobile_link?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  readonly browse_link?: string
  readonly app_store?: string
  readonly play_store?: string
  readonly chrome_store?: string
}

type ReplyRecord = Omit<WalletRecord, 'addsNetworks'>

const wholeNumber = (min: number, max: number, fallback: string) =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.regex(/^\d{1,6}$/, `a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.minValue(min, `at least ${min}`),
    v.maxValue(max, `at most ${max}`),
  )

// treats an empty list like an absent parameter
const list = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').flatMap((entry) => entry.trim() || [])),
    v.maxLength(500, 'at most 500 entries'),
    v.transform((entries) => (entries.length > 0 ? new Set(entries) : undefined)),
  ),
)

// Parameters not listed here (projectId, st, sv, ...) identify the caller and have no effect.
const querySchema = v.object({
  page: wholeNumber(1, 100_000, '1'),
  entries: wholeNumber(1, 100, '40'),
  chains: list,
  include: list,
  exclude: list,
  names: list,
  rdns: list,
  search: v.optional(v.pipe(v.string(), v.maxLength(256, 'at most 256 characters'))),
  badge_type: v.optional(v.picklist(['certified', 'none'], 'certified or none')),
})

export type CatalogueQuery = v.InferOutput<typeof querySchema>

/** Parses the parameters of `/getWallets`. Throws `INVALID_REQUEST` with the name of the invalid parameter. */
export const parseQuery = (parameters: Readonly<Record<string, string>>): CatalogueQuery =>
  parseRequest(querySchema, parameters)

/**
 * One page of the wallets that match all given filters, in catalogue order. `count` is the number of matches on all pages. Chains are compared as
 * complete CAIP-2 ids. If both `names` and `rdns` are given, a wallet needs to match only one of the two.
 */
export function select(
  records: readonly WalletRecord[],
  query: CatalogueQuery,
): { data: readonly ReplyRecord[]; count: number } {
  const matches = records.map((record) => withAddedChains(record, query)).filter((record) => isMatch(record, query))
  const start = (query.page - 1) * query.entries
  return { data: matches.slice(start, start + query.entries), count: matches.length }
}

function withAddedChains({ addsNetworks = [], ...record }: WalletRecord, { chains }: CatalogueQuery): ReplyRecord {
  const isAddable = (chain: string): boolean => addsNetworks.some((namespace) => chain.startsWith(`${namespace}:`))
  return { ...record, chains: [...new Set([...record.chains, ...[...(chains ?? [])].filter(isAddable)])] }
}

function isMatch(record: ReplyRecord, query: CatalogueQuery): boolean {
  const { chains, include, exclude, search, badge_type } = query
  if (include && !include.has(record.id)) return false
  if (exclude?.has(record.id)) return false
  if (chains && !record.chains.some((chain) => chains.has(chain))) return false
  if (badge_type && record.badge_type !== badge_type) return false
  if (search && !normalizeName(record.name).includes(normalizeName(search))) return false
  return matchesNameOrRdns(record, query)
}

function matchesNameOrRdns(record: ReplyRecord, { names, rdns }: CatalogueQuery): boolean {
  if (!names && !rdns) return true
  const byName = names !== undefined && [...names].some((name) => normalizeName(name) === normalizeName(record.name))
  return byName || (record.rdns !== undefined && rdns?.has(record.rdns) === true)
}

const normalizeName = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
