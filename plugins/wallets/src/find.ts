import type { WalletQuery } from '@wallet-modal/kernel'
import type { WalletFacts } from './facts.js'
import { listParts, totals } from './list-parts.js'
import { chainsOf, toRecord, type WalletRecord } from './record.js'

/** Page of the list, as in a reply of `/getWallets`. */
export interface WalletPage {
  readonly data: readonly WalletRecord[]
  /**
   * Number of matching wallets. While some parts are not loaded, an upper estimate: the number of wallets that support one of the chain families
   * (CAIP-2 namespaces) of `query.chains`.
   */
  readonly count: number
}

const toSearchText = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
const familyOf = (chain: string): string => chain.split(':')[0] ?? ''

function isMatch(wallet: WalletFacts, { chains, include, exclude, search }: WalletQuery): boolean {
  if (include && !include.includes(wallet.id)) return false
  if (exclude?.includes(wallet.id)) return false
  if (search !== undefined && !toSearchText(wallet.name).includes(toSearchText(search))) return false
  return chains.length === 0 || chainsOf(wallet, chains).some((chain) => chains.includes(chain))
}

/** Upper estimate of the number of matching wallets: those that support one of the chain families, from {@link totals}. */
function estimate({ chains }: WalletQuery): number {
  const families = chains.map(familyOf)
  const isMatching = (key: string): boolean =>
    families.length === 0 || key.split(' ').some((family) => families.includes(family))
  return Object.entries(totals).reduce((sum, [key, count]) => (isMatching(key) ? sum + count : sum), 0)
}

/** Finds one page of wallets. Loads only the parts that the page needs; for a search, and for a query with `include`, all parts. */
export async function find(query: WalletQuery): Promise<WalletPage> {
  const { page, entries, include, search } = query
  const end = page * entries
  const needsAllParts = search !== undefined || include !== undefined
  const matches: WalletFacts[] = []
  let loadedCount = 0
  while (loadedCount < listParts.length && (needsAllParts || matches.length < end)) {
    const part = listParts[loadedCount]
    if (part) matches.push(...(await part()).wallets.filter((wallet) => isMatch(wallet, query)))
    loadedCount += 1
  }
  return {
    data: matches.slice(end - entries, end).map((wallet) => toRecord(wallet, query.chains)),
    count: loadedCount === listParts.length ? matches.length : Math.max(matches.length, estimate(query)),
  }
}
