import type { LimitRequest } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import { assetNumberOf } from '../assets/asset-id.js'

/** Asset number of a draft; `undefined` for the native coin. Throws `INVALID_ARGUMENT` for other tokens. */
export function assetOf({ token: { assetId }, network }: LimitRequest): string | undefined {
  const number = assetNumberOf(assetId, network.caipNetworkId)
  if (number === undefined && assetId !== coinAssetId(network))
    throw invalidArgument(`${assetId} is not an asset of ${network.name}. Choose another asset.`)
  return number
}
