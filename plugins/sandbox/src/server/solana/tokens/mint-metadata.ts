import * as v from 'valibot'
import type { NftMetadata } from '../../engines/activity.js'
import type { TokenMetadata } from '../../engines/token-metadata.js'
import type { SolanaChain } from '../solana-chain.js'
import { isTokenProgram, metadataAddress } from './token-addresses.js'
import { type Mint, type OnChainMetadata, readMetadataAccount, readMint, readOwnMetadata } from './token-layout.js'

interface MintWithMetadata {
  readonly mint: Mint
  readonly onChainMetadata: OnChainMetadata | undefined
}

function readMintWithMetadata(chain: SolanaChain, address: string): MintWithMetadata | undefined {
  const account = chain.account(address)
  const mint = account && isTokenProgram(account.programAddress) && readMint(new Uint8Array(account.data))
  if (!account || !mint) return undefined
  const metadataBytes = chain.account(metadataAddress(address))?.data
  const onChainMetadata =
    readOwnMetadata(new Uint8Array(account.data)) ??
    (metadataBytes && readMetadataAccount(new Uint8Array(metadataBytes)))
  return { mint, onChainMetadata }
}

/** Whether a mint is an NFT: a supply of 1, 0 decimals and no mint authority. */
const isNft = ({ decimals, supply, authority }: Mint): boolean => decimals === 0 && supply === 1n && authority === null

/** Metadata of a fungible token; `undefined` if the address is not the mint of a fungible token. */
export function metadataOf(chain: SolanaChain, address: string): TokenMetadata | undefined {
  const { mint, onChainMetadata } = readMintWithMetadata(chain, address) ?? {}
  if (!mint || isNft(mint)) return undefined
  const { name = '', symbol = '' } = onChainMetadata ?? {}
  return { address, name, symbol, decimals: mint.decimals }
}

const imageSchema = v.object({ image: v.pipe(v.string(), v.regex(/^(https:\/\/|data:image\/)/)) })

/** Metadata of an NFT. Has a picture only if the metadata's URI is a `data:` URI with JSON in base64. */
export function nftOf(chain: SolanaChain, address: string): NftMetadata {
  const { onChainMetadata } = readMintWithMetadata(chain, address) ?? {}
  const [, base64] = /^data:application\/json;base64,(.*)$/s.exec(onChainMetadata?.uri ?? '') ?? []
  const parsedJson = v.safeParse(imageSchema, base64 === undefined ? undefined : parseBase64Json(base64))
  return {
    address,
    ...(onChainMetadata && { name: onChainMetadata.name }),
    ...(parsedJson.success && { imageUrl: parsedJson.output.image }),
  }
}

function parseBase64Json(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'))
  } catch {
    return undefined // no metadata
  }
}
