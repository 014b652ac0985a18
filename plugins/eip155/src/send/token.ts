import { type AssetToken, type SendDraft, WalletModalError } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import type { Address } from 'viem'
import { parseEvmAddress } from '../address.js'

/** Contract of a token by its CAIP-19 id: `{ contract: undefined }` for the native coin; `undefined` for assets that cannot be sent. */
export function contractOf({
  assetId,
  caipNetworkId,
}: Pick<AssetToken, 'assetId' | 'caipNetworkId'>): { readonly contract: Address | undefined } | undefined {
  if (assetId === coinAssetId({ caipNetworkId, namespace: 'eip155' })) return { contract: undefined }
  const prefix = `${caipNetworkId}/erc20:0x`
  if (!assetId.startsWith(prefix)) return undefined
  try {
    return { contract: parseEvmAddress(assetId.slice(prefix.length - 2)) }
  } catch {
    return undefined // invalid address
  }
}

/** Contract of the token to send; `undefined` for the native coin. Throws `INVALID_ARGUMENT` for other assets. */
export function sendableContractOf({ token, network }: Pick<SendDraft, 'token' | 'network'>): Address | undefined {
  const sendable = contractOf(token)
  if (sendable && token.caipNetworkId === network.caipNetworkId) return sendable.contract
  throw new WalletModalError('INVALID_ARGUMENT', 'This token cannot be sent on this network.')
}
