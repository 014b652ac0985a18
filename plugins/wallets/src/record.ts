import { commonEvm } from './chains.js'
import type { WalletFacts } from './facts.js'

/** Wallet in the format of the catalogue service (route `/getWallets`, docs/self-hosting.md), with the additional field `browse_link`. */
export interface WalletRecord {
  readonly id: string
  readonly name: string
  readonly homepage: string
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  readonly rdns?: string
  readonly mobile_link?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  readonly browse_link?: string
  readonly app_store?: string
  readonly play_store?: string
  readonly chrome_store?: string
}

const namespaceOf = (chain: string): string => chain.slice(0, chain.indexOf(':'))

/**
 * CAIP-2 ids of a wallet's networks. A namespace without a reference (`anyEvm`) is replaced by {@link commonEvm} and by those `requestedChains`
 * (CAIP-2 ids) that are in this namespace.
 */
export const chainsOf = ({ chains }: WalletFacts, requestedChains: readonly string[]): readonly string[] => [
  ...new Set(
    chains.flatMap((chain) =>
      chain.includes(':')
        ? [chain]
        : [...commonEvm, ...requestedChains.filter((requested) => namespaceOf(requested) === chain)],
    ),
  ),
]

/** Converts a wallet to a {@link WalletRecord}. `requestedChains`: see {@link chainsOf}. */
export function toRecord(facts: WalletFacts, requestedChains: readonly string[]): WalletRecord {
  const { id, name, homepage, rdns, mobile, desktop, webapp, browse, ios, android, chrome } = facts
  return {
    id,
    name,
    homepage,
    chains: chainsOf(facts, requestedChains),
    ...(rdns && { rdns }),
    ...(mobile && { mobile_link: mobile }),
    ...(desktop && { desktop_link: desktop }),
    ...(webapp && { webapp_link: webapp }),
    ...(browse && { browse_link: browse }),
    ...(ios && { app_store: `https://apps.apple.com/app/id${ios}` }),
    ...(android && { play_store: `https://play.google.com/store/apps/details?id=${android}` }),
    ...(chrome && { chrome_store: `https://chromewebstore.google.com/detail/${chrome}` }),
  }
}
