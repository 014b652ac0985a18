import type { Network, ServiceApi } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { type Chain, knownChains } from './chains.js'
import { readPrices } from './prices.js'

/** URL of the public service. */
export const publicUrl = 'https://coins.llama.fi'

/** Input of {@link readAssetPrices}: assets of one network. */
export interface AssetPricesRequest {
  /** CAIP-2 id. */
  readonly caipNetworkId: string
  /** Addresses of token contracts (EVM) or mints (Solana); `undefined` for the native coin. */
  readonly addresses: readonly (string | undefined)[]
  /** Networks by CAIP-2 id, in addition to the built-in ones. Replaces a built-in network with the same id. */
  readonly chains: Readonly<Record<string, Chain>>
}

/**
 * Prices of one whole unit of each asset, in US dollars with 18 decimals, in the order of `addresses`. A price is `undefined` if DefiLlama does not
 * know it, or if it is outdated or has a low confidence. Needs no modal, so a server can call this function.
 */
export async function readAssetPrices(
  service: Pick<ServiceApi, 'get'>,
  { caipNetworkId, addresses, chains }: AssetPricesRequest,
  signal: AbortSignal,
): Promise<readonly (bigint | undefined)[]> {
  const [namespace = '', reference = ''] = caipNetworkId.split(':')
  const network: Network = {
    ...{ caipNetworkId, namespace, reference, name: caipNetworkId, rpcUrls: [] },
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
  }
  const standard = namespace === 'eip155' ? 'erc20' : 'token'
  const ids = addresses.map((address) =>
    address === undefined ? coinAssetId(network) : `${caipNetworkId}/${standard}:${address}`,
  )
  const allChains = Object.entries({ ...knownChains, ...chains }).map(([id, chain]) => ({
    caipNetworkId: id,
    ...chain,
  }))
  const prices = await readPrices(service, { network, assetIds: ids, signal }, allChains)
  return ids.map((id) => prices.get(id))
}
