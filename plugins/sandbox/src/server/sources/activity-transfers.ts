import type { HistoryTransaction, HistoryTransfer, Store } from '@wallet-modal/gateway/server'
import type { ActivityEntry, Movement } from '../engines/activity.js'
import type { Engine } from '../engines/engine.js'
import { isSpam } from '../services/spam.js'
import { iconUrl } from './icon-url.js'

interface TransferContext {
  readonly engine: Engine
  readonly store: Store
  readonly origin: string
}

/** Converts an engine's history entry to the gateway's format. Transfers have no value in a currency, because the sandbox stores no past prices. */
export async function toTransaction(context: TransferContext, entry: ActivityEntry): Promise<HistoryTransaction> {
  const { caipNetworkId } = context.engine.network
  const { operation, hash, at, from, to, status, nonce, movements } = entry
  return {
    ...{ id: `${caipNetworkId}/${hash}`, hash, caipNetworkId, operation, status, minedAt: at, from, to, nonce },
    transfers: await Promise.all(movements.map((movement) => toTransfer(context, movement))),
  }
}

async function toTransfer(
  { engine, store, origin }: TransferContext,
  { direction, asset, amountBase: amount }: Movement,
): Promise<HistoryTransfer> {
  const { caipNetworkId, nativeCurrency } = engine.network
  if (asset !== 'coin' && 'nft' in asset) {
    const { address, name, imageUrl } = asset.nft
    return {
      ...{ direction, amount, kind: 'nft', decimals: 0, isSpam: await isSpam(engine, store, address) },
      ...(name !== undefined && { name }),
      ...(imageUrl !== undefined && { imageUrl }),
    }
  }
  const { address, name, symbol, decimals } = asset === 'coin' ? { ...nativeCurrency, address: undefined } : asset.token
  const isReported = address !== undefined && (await isSpam(engine, store, address))
  const imageUrl = iconUrl(origin, caipNetworkId, address)
  return { ...{ direction, amount, kind: 'token', name, symbol, decimals, imageUrl, isSpam: isReported } }
}
