import type { HistoryEntry } from '@wallet-modal/kernel'
import { readAssets } from '../assets/asset.js'
import { readBlock } from './block.js'
import { type EntryContext, toEntry } from './entry.js'

export interface ReadBlocks {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[]
  /** Number of the newest block that could not be decoded, if any. Entries of older blocks are omitted. */
  readonly unreadable?: number
}

/** History entries of an account in these blocks. `numbers`: newest first. */
export async function readEntries(context: EntryContext, numbers: readonly number[]): Promise<ReadBlocks> {
  const { api, prefix } = context
  const blocks = await Promise.all(numbers.map((number) => readBlock(api, number, prefix)))
  const end = blocks.indexOf(undefined)
  const readable = blocks.slice(0, end < 0 ? blocks.length : end).flatMap((block) => block ?? [])
  const allTransfers = readable.flatMap(({ extrinsics }) => extrinsics.flatMap(({ chainTransfers }) => chainTransfers))
  const assetNumbers = [...new Set(allTransfers.flatMap(({ assetNumber }) => assetNumber ?? []))]
  const assetReplies = assetNumbers.length > 0 ? await readAssets(api, assetNumbers, []) : []
  const assets = new Map(assetReplies.flatMap(({ asset }) => (asset ? [[asset.number, asset] as const] : [])))
  const entries = readable.flatMap(({ at, extrinsics }) =>
    extrinsics.flatMap((one) => toEntry(one, at, { context, assets })).toReversed(),
  )
  const unreadable = numbers[end]
  return { entries, ...(unreadable !== undefined && { unreadable }) }
}
