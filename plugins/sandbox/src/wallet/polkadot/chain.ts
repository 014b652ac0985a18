import { hexToBytes } from '@noble/hashes/utils.js'
import { type Network, readWith } from '@wallet-modal/kernel'
import { number, object, pipe, regex, string } from 'valibot'
import { badParams } from '../errors.js'
import type { WalletContext } from '../family.js'
import { type Metadata, readMetadata } from './metadata.js'
import type { Payload } from './requests.js'

const versionSchema = object({ specVersion: number(), transactionVersion: number() })
const hexSchema = pipe(string(), regex(/^0x([\da-f]{2})+$/i))
const hashSchema = readWith((answer) => String(answer).toLowerCase())

/**
 * Returns a function that reads the chain's metadata for decoding a payload. The function rejects with code -32602 if payload and node differ in
 * genesis hash or runtime version.
 */
export function createChain(
  ctx: WalletContext,
  { caipNetworkId, name }: Network,
): (payload: Payload) => Promise<Metadata> {
  const rpc = ctx.api.rpc(caipNetworkId)
  const metadataByVersion = new Map<number, Metadata>()

  return async ({ genesisHash, specVersion, transactionVersion }) => {
    const genesis = await rpc.read('chain_getBlockHash', [0], { schema: hashSchema })
    if (genesis !== genesisHash.toLowerCase())
      throw badParams(`The sandbox wallet signs transactions for ${name} only, not for the chain ${genesisHash}.`)
    const runtime = await rpc.read('state_getRuntimeVersion', [], { schema: versionSchema })
    const [requested, actual] = [
      `${specVersion} (transaction version ${transactionVersion})`,
      `${runtime.specVersion} (transaction version ${runtime.transactionVersion})`,
    ]
    if (requested !== actual)
      throw badParams(`${name} runs version ${actual}, not ${requested}. Create the transaction again.`)
    const cached = metadataByVersion.get(runtime.specVersion)
    if (cached) return cached
    const answer = await rpc.read('state_getMetadata', [], { schema: hexSchema })
    const metadata = readMetadata(hexToBytes(answer.slice(2)))
    metadataByVersion.set(runtime.specVersion, metadata)
    return metadata
  }
}
