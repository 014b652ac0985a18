import type { Network, ServiceApi } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { type Chain, knownChains } from './chains.js'
import { readPrices } from './prices.js'

/** URL of the public service. */
export const publicUrl = 'https://coins.llama.fi'

/** Assets of one network whose prices are asked for, without a modal: on a server. */
export interface PriceQuestion {
  /** CAIP-2. */
  readonly caipNetworkId: string
  /** Contracts and mints; `undefined` for the network's coin. */
  readonly addresses: readonly (string | undefined)[]
  /** Networks that are not known here, by CAIP-2 id. */
  readonly chains: Readonly<Record<string, Chain>>
}

/** US dollars for one, with 18 decimals, in the order of `addresses`; `undefined` where DefiLlama is not sure. */
export async function readAssetPrices(
  service: Pick<ServiceApi, 'get'>,
  { caipNetworkId, addresses, chains }: PriceQuestion,
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
  const known = Object.entries({ ...knownChains, ...chains }).map(([id, chain]) => ({ caipNetworkId: id, ...chain }))
  const prices = await readPrices(service, { network, assetIds: ids, signal }, known)
  return ids.map((id) => prices.get(id))
}
