import type { WalletFacts } from './facts.js'
import { listParts } from './list-parts.js'
import { markOf } from './marks/mark-of.js'
import { toRecord, type WalletRecord } from './record.js'

export type { WalletRecord } from './record.js'

/** Date of the last manual review, ISO 8601. */
export const reviewedAt = '2026-11-25'

/** Wallet of the list with its logo. */
export interface ListedWallet {
  /** Record in the format of `/getWallets`. */
  readonly record: WalletRecord
  /** SVG file; `undefined` for wallets whose initials are drawn. */
  readonly mark: string | undefined
  /** Background color of the initials, `#rrggbb`. */
  readonly color: string | undefined
  /** CAIP-2 namespaces in which the wallet's user can add any network. */
  readonly addsNetworks: readonly string[]
}

/** Data of all wallets, in list order. Pages load them in parts, through the plugin. */
export async function readFacts(): Promise<readonly WalletFacts[]> {
  return (await Promise.all(listParts.map((load) => load()))).flatMap(({ wallets }) => wallets)
}

/** The complete list, for servers and scripts. */
export async function readWallets(): Promise<readonly ListedWallet[]> {
  const all = await readFacts()
  return Promise.all(
    all.map(async (facts) => ({
      record: toRecord(facts, []),
      mark: await markOf(facts.id),
      color: facts.color,
      addsNetworks: facts.chains.filter((chain) => !chain.includes(':')),
    })),
  )
}

/** SVG files of networks by CAIP-2 id, and of popular tokens by CAIP-19 id, for servers. */
export async function readCaipMarks(): Promise<ReadonlyMap<string, string>> {
  const { caipMarks } = await import('./marks/caip.js')
  return new Map(
    Object.entries(caipMarks).map(([id, url]) => [id, decodeURIComponent(url.replace('data:image/svg+xml,', ''))]),
  )
}
