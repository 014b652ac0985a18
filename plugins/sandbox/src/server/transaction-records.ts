import type { ActivityEntry, Movement } from './activity.js'
import { formatUnits } from './amount.js'
import { type BalanceSources, iconUrl } from './balance-records.js'
import { isSpam } from './spam.js'

interface TransferRecord {
  readonly fungible_info?: {
    readonly name: string
    readonly symbol: string
    readonly icon: { readonly url: string }
    readonly flags?: { readonly is_spam: true }
  }
  readonly nft_info?: {
    readonly name?: string
    readonly content?: { readonly preview: { readonly url: string }; readonly detail: { readonly url: string } }
    readonly flags: { readonly is_spam: boolean }
  }
  readonly direction: Movement['direction']
  /** In whole units, exact. */
  readonly quantity: { readonly numeric: string }
}

/** An entry of the history reply. What a token was worth then nobody wrote down, so transfers have no `price` and no `value`. */
export interface TransactionRecord {
  readonly id: string
  readonly metadata: {
    readonly operationType: ActivityEntry['operation']
    readonly hash: string
    readonly chain: string
    readonly minedAt: string
    readonly sentFrom: string
    readonly sentTo: string
    readonly status: ActivityEntry['status']
    readonly nonce: number
  }
  readonly transfers: readonly TransferRecord[]
}

export async function transactionRecord(sources: BalanceSources, entry: ActivityEntry): Promise<TransactionRecord> {
  const { caipNetworkId } = sources.engine.network
  const { operation, hash, minedAt, from, to, status, nonce, movements } = entry
  return {
    id: `${caipNetworkId}/${hash}`,
    metadata: {
      ...{ operationType: operation, hash, chain: caipNetworkId, status, nonce },
      ...{ minedAt: new Date(minedAt).toISOString(), sentFrom: from, sentTo: to },
    },
    transfers: await Promise.all(movements.map((movement) => transferRecord(sources, movement))),
  }
}

async function transferRecord({ engine, store, origin }: BalanceSources, movement: Movement): Promise<TransferRecord> {
  const { direction, asset, amountBase } = movement
  const { caipNetworkId, nativeCurrency } = engine.network
  if (asset !== 'coin' && 'nft' in asset) {
    const { address, name, imageUrl: url } = asset.nft
    return {
      nft_info: {
        ...(name !== undefined && { name }),
        ...(url !== undefined && { content: { preview: { url }, detail: { url } } }),
        flags: { is_spam: await isSpam(engine, store, address) },
      },
      direction,
      quantity: { numeric: String(amountBase) },
    }
  }
  const { address, name, symbol, decimals } = asset === 'coin' ? { ...nativeCurrency, address: undefined } : asset.token
  const isReported = address !== undefined && (await isSpam(engine, store, address))
  return {
    fungible_info: {
      ...{ name, symbol, icon: { url: iconUrl(origin, caipNetworkId, address) } },
      ...(isReported && { flags: { is_spam: true } }),
    },
    direction,
    quantity: { numeric: formatUnits(amountBase, decimals) },
  }
}
