import type { FoundToken, ServiceApi, TokenRequest } from '@wallet-modal/kernel'
import { fieldsOf } from '@wallet-modal/kernel/assets'
import { amountOf, contractOf } from './fields.js'
import { readPages } from './list.js'

/** Maximum number of pages, of 50 tokens each. */
const MAX_PAGES = 4
const FRESH_MS = 10_000

export interface IndexerRequest extends Omit<TokenRequest, 'assetIds'> {
  /** Canonical form of an address; `undefined` if it is invalid. */
  parseAddress(text: string): Promise<string | undefined>
}

/** ERC-20 tokens of an account in Blockscout's order: by value, highest first. Omits tokens without decimals and tokens with an amount of 0. */
export async function readTokens(
  service: Pick<ServiceApi, 'get'>,
  { account, network, signal, parseAddress }: IndexerRequest,
): Promise<readonly FoundToken[]> {
  const { caipNetworkId } = network
  const path = `/api/v2/addresses/${account.address}/tokens`
  const items = await readPages(service, { path, query: 'type=ERC-20', staleMs: FRESH_MS, signal }, MAX_PAGES)
  const tokens = await Promise.all(
    items.map(async (item): Promise<FoundToken | undefined> => {
      const { token, value } = fieldsOf(item)
      const [contract, amount] = [contractOf(token), amountOf(value)]
      if (contract?.standard !== 'ERC-20' || contract.decimals === undefined || !amount) return undefined
      const address = await parseAddress(contract.address)
      if (address === undefined) return undefined
      const { name, symbol, decimals, priceUsd, iconUrl, isReported } = contract
      return {
        ...{ assetId: `${caipNetworkId}/erc20:${address}`, caipNetworkId, address, name, symbol, decimals, amount },
        ...(priceUsd !== undefined && { priceUsd }),
        ...(iconUrl !== undefined && { iconUrl }),
        isReported,
      }
    }),
  )
  return tokens.flatMap((token) => token ?? [])
}
