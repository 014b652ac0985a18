import type { SendHandler } from '@wallet-modal/kernel'
import { coinAssetId, loadSendCode } from '@wallet-modal/kernel/assets'
import { assetNumberOf } from '../assets/asset-id.js'
import type { ChainContext } from '../chain-context.js'
import { addressForm } from '../chains.js'

/**
 * Transfers of the native coin and of assets of the pallet `Assets`. The implementation is loaded on first use. Does not support chains with Ethereum
 * addresses.
 */
export const createSendHandler = (chains: ChainContext): SendHandler => ({
  namespace: 'polkadot',
  canSend({ assetId, caipNetworkId, address }, { namespace, provider }) {
    const { signPayload }: { readonly signPayload?: unknown } = Object(Object(provider).signer)
    const isSs58 = typeof addressForm(caipNetworkId, chains.options) === 'number'
    const isCoin = assetId === coinAssetId({ caipNetworkId, namespace })
    const isAsset = address !== undefined && assetNumberOf(assetId, caipNetworkId) === address
    return isSs58 && typeof signPayload === 'function' && (isCoin || isAsset)
  },
  inspectReceiver: async (text, draft) =>
    (await loadSendCode(import('./receiver.js'))).inspectReceiver(chains, text, draft),
  limit: async (draft) => (await loadSendCode(import('./limit.js'))).findLimit(chains, draft),
  prepare: async (draft, signal) => (await loadSendCode(import('./prepare.js'))).prepareSend(chains, draft, signal),
})
