import type { ApiPromise } from '@polkadot/api'
import type { HistoryEntry, HistoryTransfer, Network } from '@wallet-modal/kernel'
import type { Asset } from '../assets/asset.js'
import type { ChainTransfer, Extrinsic } from './block.js'

/** Account whose history is read, and its chain. */
export interface EntryContext {
  readonly api: ApiPromise
  readonly network: Network
  /** Address of the account, in the chain's format. */
  readonly own: string
  /** SS58 prefix of the chain's addresses. */
  readonly prefix: number
}

function toTransfer(
  transfer: ChainTransfer,
  { network, own }: EntryContext,
  assets: ReadonlyMap<string, Asset>,
): HistoryTransfer {
  const direction = transfer.from !== own ? 'in' : transfer.to === own ? 'self' : 'out'
  const { assetNumber, amount } = transfer
  if (assetNumber === undefined) return { direction, kind: 'token', ...network.nativeCurrency, amount }
  const asset = assets.get(assetNumber)
  // without decimals, the amount cannot be displayed
  if (!asset) return { direction, kind: 'token', name: '', symbol: `#${assetNumber}`, decimals: 0 }
  const { name, symbol, decimals } = asset
  return { direction, kind: 'token', name, symbol, decimals, amount }
}

/** Common value of all elements; `undefined` if there are none, or several values. */
function singleValue(all: readonly string[]): string | undefined {
  const [first, ...others] = new Set(all)
  return others.length === 0 ? first : undefined
}

/** History entry of an extrinsic for an account; an empty list if the account is not involved. */
export function toEntry(
  { id, hash, signer, status, fee, chainTransfers }: Extrinsic,
  at: number,
  { context, assets }: { readonly context: EntryContext; readonly assets: ReadonlyMap<string, Asset> },
): readonly HistoryEntry[] {
  const { own, network } = context
  const ownTransfers = chainTransfers.filter(({ from, to }) => from === own || to === own)
  const isOwn = signer === own
  if (!isOwn && ownTransfers.length === 0) return []
  const from = singleValue(ownTransfers.map((transfer) => transfer.from))
  const to = singleValue(ownTransfers.map((transfer) => transfer.to))
  const type = ownTransfers.length === 0 ? 'execute' : from === own ? 'send' : to === own ? 'receive' : 'execute'
  return [
    {
      ...{ id, caipNetworkId: network.caipNetworkId, type, status, at },
      ...(hash !== undefined && { hash }),
      ...(type !== 'execute' && from !== undefined && { from }),
      ...(type !== 'execute' && to !== undefined && { to }),
      ...(isOwn && fee !== undefined && { fee }),
      transfers: ownTransfers.map((transfer) => toTransfer(transfer, context, assets)),
    },
  ]
}
