import { blake2b } from '@noble/hashes/blake2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import type { ApiPromise } from '@polkadot/api'
import type { Codec } from '@polkadot/types/types'
import { WalletModalError } from '@wallet-modal/kernel'
import { bigintOf, requirePresent } from './codec.js'

/** Number of blocks that a transaction is valid for. */
export const PERIOD = 64

/** `SignerPayloadJSON` of @polkadot/api, which extensions sign. */
export interface SignerPayload {
  readonly address: string
  readonly genesisHash: string
  /** SCALE-encoded call. */
  readonly method: `0x${string}`
  readonly version: number
  readonly [field: string]: unknown
}

export interface Block {
  readonly hash: string
  readonly number: number
}

/** Fields of a payload that differ between transactions, besides the call: account, nonce, and the block where the transaction's validity begins. */
export interface SigningFields {
  /** Address as the wallet writes it. */
  readonly walletAddress: string
  readonly nonce: bigint
  readonly block: Block
}

const toSigningOptions = (api: ApiPromise, { nonce, block }: SigningFields) => ({
  blockHash: block.hash,
  era: api.registry.createType('ExtrinsicEra', { current: block.number, period: PERIOD }),
  genesisHash: api.genesisHash,
  nonce,
  runtimeVersion: api.runtimeVersion,
  signedExtensions: api.registry.signedExtensions,
  tip: 0,
  version: api.extrinsicVersion,
})

const readEncoded = (api: ApiPromise, encoded: `0x${string}`): Codec => api.registry.createTypeUnsafe('Call', [encoded])

/** Fee of a call, in plancks, calculated by the chain (`TransactionPaymentApi`). */
export async function estimateFee(api: ApiPromise, encoded: `0x${string}`, signing: SigningFields): Promise<bigint> {
  const extrinsic = api.tx(readEncoded(api, encoded) as never)
  const extrinsicBytes = extrinsic.signFake(signing.walletAddress, toSigningOptions(api, signing)).toU8a()
  const info: unknown = await requirePresent(api.call.transactionPaymentApi?.queryInfo, 'fees')(
    extrinsicBytes,
    extrinsicBytes.length,
  )
  return bigintOf(Object(info).partialFee, 'fee')
}

export function writePayload(api: ApiPromise, encoded: `0x${string}`, signing: SigningFields): SignerPayload {
  const method = readEncoded(api, encoded)
  const fields = {
    ...toSigningOptions(api, signing),
    address: signing.walletAddress,
    blockNumber: signing.block.number,
    method,
  }
  const codec: unknown = api.registry.createTypeUnsafe('SignerPayload', [fields])
  const { toPayload }: { readonly toPayload?: unknown } = Object(codec)
  if (typeof toPayload !== 'function')
    throw new WalletModalError('INVALID_DATA', 'The transaction cannot be encoded. Nothing was sent.')
  // the registry encodes the address in the chain's format, but the wallet may expect its own format
  return Object.freeze({ ...Reflect.apply(toPayload, codec, []), address: signing.walletAddress })
}

/** Bytes that a key signs. Payloads above 256 bytes are hashed first. */
export function signedBytes(api: ApiPromise, payload: SignerPayload): Uint8Array {
  const codec = api.registry.createTypeUnsafe('ExtrinsicPayload', [payload, { version: payload.version }])
  // without the call's length prefix
  const bytes = codec.toU8a({ method: true } as never)
  return bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes
}

/** Signed extrinsic in hex, and its hash. */
export function toSignedExtrinsic(api: ApiPromise, payload: SignerPayload, signature: `0x${string}`) {
  const extrinsic = api
    .tx(readEncoded(api, payload.method) as never)
    .addSignature(payload.address, signature, payload as never)
  return { hex: extrinsic.toHex(), hash: extrinsic.hash.toHex() }
}

/** Hash of an extrinsic. `hex`: its encoding as in a block, with the length prefix. */
export const hashOf = (hex: string): string => `0x${bytesToHex(blake2b(hexToBytes(hex.slice(2)), { dkLen: 32 }))}`
