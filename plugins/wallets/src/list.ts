import type { WalletFacts } from './facts.js'
import { markOf } from './marks/of.js'
import { parts } from './parts.js'
import { toRecord, type WalletRecord } from './record.js'

export type { WalletRecord } from './record.js'

/** When the list was last looked through by hand, ISO 8601. */
export const reviewedAt = '2026-11-25'

/** A wallet of the list with its mark. */
export interface ListedWallet {
  /** As `/getWallets` of a catalogue service has it. */
  readonly record: WalletRecord
  /** An SVG file; absent for wallets whose initials are drawn. */
  readonly mark: string | undefined
  /** `#rrggbb` for the initials. */
  readonly color: string | undefined
  /** CAIP-2 namespaces in which the wallet's owner can add networks by hand. */
  readonly addsNetworks: readonly string[]
}

/** The facts of all wallets, in the order of the list. A page loads them in parts, through the plugin. */
export async function readFacts(): Promise<readonly WalletFacts[]> {
  return (await Promise.all(parts.map((load) => load()))).flatMap(({ wallets }) => wallets)
}

/** The whole list, for servers and scripts. */
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

/** SVG files of networks by CAIP-2 id, and of leading tokens by CAIP-19 id, for servers. */
export async function readCaipMarks(): Promise<ReadonlyMap<string, string>> {
  const { caipMarks } = await import('./marks/caip.js')
  return new Map(
    Object.entries(caipMarks).map(([id, url]) => [id, decodeURIComponent(url.replace('data:image/svg+xml,', ''))]),
  )
}
