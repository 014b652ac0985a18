import type { WalletQuery } from '@wallet-modal/kernel'
import type { WalletFacts } from './facts.js'
import { parts, totals } from './parts.js'
import { chainsOf, toRecord, type WalletRecord } from './record.js'

/** A page of the list, as `/getWallets` of a catalogue service answers. */
export interface FoundWallets {
  readonly data: readonly WalletRecord[]
  /** How many wallets fulfil the query. While parts are not loaded: how many know one of its chain families. */
  readonly count: number
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
const familyOf = (chain: string): string => chain.split(':')[0] ?? ''

function isMatch(wallet: WalletFacts, { chains, include, exclude, search }: WalletQuery): boolean {
  if (include && !include.includes(wallet.id)) return false
  if (exclude?.includes(wallet.id)) return false
  if (search !== undefined && !fold(wallet.name).includes(fold(search))) return false
  return chains.length === 0 || chainsOf(wallet, chains).some((chain) => chains.includes(chain))
}

/** By chain families, from {@link totals}. */
function estimate({ chains }: WalletQuery): number {
  const families = chains.map(familyOf)
  const isKnown = (key: string): boolean =>
    families.length === 0 || key.split(' ').some((one) => families.includes(one))
  return Object.entries(totals).reduce((sum, [key, count]) => (isKnown(key) ? sum + count : sum), 0)
}

/** Loads as many parts as the page needs, and all of them for a search. */
export async function find(query: WalletQuery): Promise<FoundWallets> {
  const { page, entries, include, search } = query
  const end = page * entries
  const isWhole = search !== undefined || include !== undefined
  const found: WalletFacts[] = []
  let loaded = 0
  while (loaded < parts.length && (isWhole || found.length < end)) {
    const part = parts[loaded]
    if (part) found.push(...(await part()).wallets.filter((wallet) => isMatch(wallet, query)))
    loaded += 1
  }
  return {
    data: found.slice(end - entries, end).map((wallet) => toRecord(wallet, query.chains)),
    count: loaded === parts.length ? found.length : Math.max(found.length, estimate(query)),
  }
}
