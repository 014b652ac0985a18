import type { NftBalance, ServiceApi } from '@wallet-modal/kernel'
import { type Fields, fieldsOf, plainName } from '@wallet-modal/kernel/assets'
import { amountOf, contractOf, pictureOf } from './fields.js'
import { readPages } from './list.js'
import type { IndexerRequest } from './tokens.js'

/** Maximum number of pages, of 50 items each. */
const MAX_PAGES = 4
const FRESH_MS = 30_000

const standards: Readonly<Record<string, string>> = { 'ERC-721': 'erc721', 'ERC-1155': 'erc1155' }

/** URL of the 250-pixel thumbnail, else of the NFT's image; `undefined` if there is none. */
function imageOf({ thumbnails, image_url, media_url, media_type }: Fields): string | undefined {
  const media = typeof media_type === 'string' && media_type.startsWith('image/') ? media_url : undefined
  return [fieldsOf(thumbnails)['250x250'], image_url, media].map(pictureOf).find((url) => url !== undefined)
}

/** ERC-721 and ERC-1155 NFTs of an account, without collections that Blockscout marks as scam. */
export async function readNfts(
  service: Pick<ServiceApi, 'get'>,
  { account, network: { caipNetworkId }, signal, parseAddress }: IndexerRequest,
): Promise<readonly NftBalance[]> {
  const path = `/api/v2/addresses/${account.address}/nft`
  const query = 'type=ERC-721,ERC-1155'
  const items = await readPages(service, { path, query, staleMs: FRESH_MS, signal }, MAX_PAGES)
  const nfts = await Promise.all(
    items.map(async (item): Promise<NftBalance | undefined> => {
      const fields = fieldsOf(item)
      const { id, token, token_type, value, metadata } = fields
      const [contract, tokenId, amount] = [contractOf(token), amountOf(id), amountOf(value ?? '1')]
      const standard = standards[String(token_type)]
      if (!contract || contract.isReported || standard === undefined || tokenId === undefined || !amount)
        return undefined
      const address = await parseAddress(contract.address)
      if (address === undefined) return undefined
      const collection = plainName(contract.name)
      const imageUrl = imageOf(fields)
      return {
        ...{ assetId: `${caipNetworkId}/${standard}:${address}/${tokenId}`, caipNetworkId, amount },
        name: plainName(fieldsOf(metadata).name) ?? `#${tokenId}`,
        ...(collection !== undefined && { collection }),
        ...(imageUrl !== undefined && { imageUrl }),
      }
    }),
  )
  return nfts.flatMap((nft) => nft ?? [])
}
