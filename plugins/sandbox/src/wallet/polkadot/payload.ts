import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { badParams } from '../errors.js'
import type { Metadata, SignedExtension } from './metadata.js'
import type { Payload } from './requests.js'
import { encodeCompact, encodeUint } from './scale.js'

const none = new Uint8Array()
const fromHex = (hex: string): Uint8Array => hexToBytes(hex.slice(2))

/** Data of each signed extension: extra data is part of the transaction, additional data is signed but not sent. */
const extensions: Readonly<Record<string, (payload: Payload) => readonly [extra: Uint8Array, additional: Uint8Array]>> =
  {
    CheckSpecVersion: ({ specVersion }) => [none, encodeUint(specVersion, 4)],
    CheckTxVersion: ({ transactionVersion }) => [none, encodeUint(transactionVersion, 4)],
    CheckGenesis: ({ genesisHash }) => [none, fromHex(genesisHash)],
    CheckMortality: ({ era, blockHash }) => [fromHex(era), fromHex(blockHash)],
    CheckNonce: ({ nonce }) => [encodeCompact(nonce), none],
    ChargeTransactionPayment: ({ tip }) => [encodeCompact(tip), none],
    CheckMetadataHash: ({ mode, metadataHash }) => {
      if (mode === 0) return [Uint8Array.of(0), Uint8Array.of(0)]
      if (metadataHash) return [Uint8Array.of(1), concatBytes(Uint8Array.of(1), fromHex(metadataHash))]
      throw badParams('"metadataHash" is missing.')
    },
    ChargeAssetTxPayment: ({ tip }) => [concatBytes(encodeCompact(tip), Uint8Array.of(0)), none],
  }

/**
 * Signing payload of extrinsic version 4: the call, then the extra data of all signed extensions of the chain, then their additional data. Throws
 * -32602 if the chain has an unknown extension with data, if `assetId` is set, or if `mode` is 1 without a `metadataHash`.
 */
export function encodePayload(metadata: Metadata, payload: Payload): Uint8Array {
  if (payload.assetId) throw badParams('The sandbox wallet pays fees in the native coin only.')
  const encoded = metadata.signedExtensions.map((extension) => {
    const { identifier } = extension
    const encode = Object.hasOwn(extensions, identifier) ? extensions[identifier] : undefined
    if (encode) return encode(payload)
    if (isEmpty(metadata, extension)) return [none, none] as const
    throw badParams(`The sandbox wallet does not support the signed extension "${identifier}" of this chain.`)
  })
  return concatBytes(
    fromHex(payload.method),
    ...encoded.map(([extra]) => extra),
    ...encoded.map(([, additional]) => additional),
  )
}

function isEmpty(metadata: Metadata, { type, additional }: SignedExtension): boolean {
  const hasNoData = (id: number): boolean => {
    const shape = metadata.types.get(id)?.shape
    if (shape?.kind === 'tuple') return shape.items.every(hasNoData)
    return shape?.kind === 'composite' && shape.fields.every((field) => hasNoData(field.type))
  }
  return hasNoData(type) && hasNoData(additional)
}

/** Describes the mortality of a transaction. `era`: two bytes, or one byte 0 for an immortal transaction. Throws -32602 for other bytes. */
export function readEra(era: string): string {
  const bytes = fromHex(era)
  const [low = 0, high = 0] = bytes
  if (bytes.length === 1 && low === 0) return 'immortal'
  if (bytes.length !== 2) throw badParams('"era" is not a valid transaction mortality.')
  const period = 2 << ((low | (high << 8)) & 0xf)
  if (period < 4) throw badParams('"era" is not a valid transaction mortality.')
  return `mortal, ${period} blocks`
}
