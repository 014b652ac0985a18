import * as v from 'valibot'
import type { NftMetadata } from '../../engines/activity.js'
import type { NodeRpc } from '../../engines/node-rpc.js'
import { type EvmAddress, toChecksumAddress } from '../evm-address.js'
import { toText } from './evm-tokens.js'

// function selectors: `tokenURI` of ERC-721, `uri` of ERC-1155, and `name`
const TOKEN_URI = '0xc87b56dd'
const URI = '0x0e89341c'
const NAME = '0x06fdde03'

export interface NftKey {
  readonly contract: EvmAddress
  readonly id: bigint
}

const metadataSchema = v.object({ name: v.optional(v.string()), image: v.optional(v.string()) })
const isPicture = (url: string): boolean => /^(https:\/\/|data:image\/)/.test(url)

/**
 * Reads NFT metadata. Items with a metadata URI are cached. Other items may not be minted yet, so each call reads them again. Only on-chain metadata
 * (`data:` URIs) are decoded. An item whose metadata is on a server has no picture and is named after its collection, such as `Sandbox Tiles #1`.
 */
export function createEvmNfts({
  callAll,
}: Pick<NodeRpc, 'callAll'>): (keys: readonly NftKey[]) => Promise<readonly NftMetadata[]> {
  const cache = new Map<string, NftMetadata>()
  const keyOf = ({ contract, id }: NftKey): string => `${contract}/${id}`
  return async (keys) => {
    const missing = [...new Map(keys.map((key) => [keyOf(key), key])).values()].filter((key) => !cache.has(keyOf(key)))
    const calls = missing.flatMap(({ contract, id }) => {
      const word = id.toString(16).padStart(64, '0')
      return [TOKEN_URI + word, URI + word, NAME].map(
        (data) => ['eth_call', [{ to: contract, data }, 'latest']] as const,
      )
    })
    const answers = await callAll(calls)
    const uncached = new Map<string, NftMetadata>()
    for (const [at, key] of missing.entries()) {
      const [tokenUri, erc1155Uri, name] = await Promise.all(answers.slice(at * 3, at * 3 + 3).map(toText))
      const uri = tokenUri ?? erc1155Uri
      const target = uri === undefined ? uncached : cache
      target.set(keyOf(key), toNft(key, uri, name))
    }
    return keys.map((key) => {
      const nft = cache.get(keyOf(key)) ?? uncached.get(keyOf(key))
      return nft ?? { address: toChecksumAddress(key.contract) }
    })
  }
}

function toNft({ contract, id }: NftKey, uri: string | undefined, collection: string | undefined): NftMetadata {
  const { name, image } = metadataOf(uri)
  const title = name ?? (collection === undefined ? undefined : `${collection} #${id}`)
  return {
    address: toChecksumAddress(contract),
    ...(title !== undefined && { name: title }),
    ...(image !== undefined && isPicture(image) && { imageUrl: image }),
  }
}

function metadataOf(uri: string | undefined): v.InferOutput<typeof metadataSchema> {
  const [, isBase64, text] = /^data:application\/json(?:;[^,;]+)*?(;base64)?,(.*)$/s.exec(uri ?? '') ?? []
  if (text === undefined) return {}
  try {
    const json = isBase64 === undefined ? decodeURIComponent(text) : Buffer.from(text, 'base64').toString('utf8')
    const metadata = v.safeParse(metadataSchema, JSON.parse(json))
    return metadata.success ? metadata.output : {}
  } catch {
    return {} // cannot be decoded or parsed: no name and no picture
  }
}
