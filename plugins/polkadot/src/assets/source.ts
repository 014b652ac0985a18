import type { TokenSource } from '@wallet-modal/kernel'
import type { ChainContext } from '../chain-context.js'
import { addressForm } from '../chains.js'
import { parseAssetNumber } from './asset-id.js'

/** Assets of the pallet `Assets`, read from a node. No tokens on chains with Ethereum addresses. The implementation is loaded on first use. */
export const createTokenSource = ({ ctx, options, apis }: ChainContext): TokenSource => ({
  namespace: 'polkadot',
  assetNamespace: 'asset',
  parseTokenAddress: parseAssetNumber,
  tokens: async (request) =>
    addressForm(request.network.caipNetworkId, options) === 'h160'
      ? []
      : (await import('./tokens.js')).readTokens(ctx, apis, request),
})
