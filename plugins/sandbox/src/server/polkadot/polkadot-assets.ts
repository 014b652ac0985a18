import { blake2b } from '@noble/hashes/blake2.js'
import * as v from 'valibot'
import { readSs58 } from '../../ss58.js'
import type { EngineAssets } from '../engines/engine.js'
import type { NodeRpc } from '../engines/node-rpc.js'
import type { TokenMetadata } from '../engines/token-metadata.js'

/** `twox128("Assets")`. A storage key is this prefix, then `twox128` of the map's name, then `blake2_128_concat` of each key of the map. */
const ASSETS = '682a59d51ab9e48a8c8cc418ff9708d2'
const ASSET = `0x${ASSETS}d34371a193a751eea5883e9553457b2e`
const ACCOUNT = `0x${ASSETS}b99d880ec681799c0cf30e8886371da9`
const METADATA = `0x${ASSETS}b5f3822e35ca2f31ce3526eab1363fd2`

const MAX_ASSETS = 1_000
const U128_BYTES = 16

const keysSchema = v.array(v.string())
const valueSchema = v.nullish(v.pipe(v.string(), v.regex(/^0x([\da-f]{2})*$/i)), null)

/** Token queries for the pallet `Assets`. The address of an asset is its number. Supports no prices and no history. */
export function createPolkadotAssets({ call, callAll }: NodeRpc): EngineAssets {
  const readIds = async (): Promise<readonly Buffer[]> => {
    const keys = v.parse(keysSchema, await call('state_getKeysPaged', [ASSET, MAX_ASSETS, ASSET]))
    return keys.map((key) => Buffer.from(key.slice(-8), 'hex'))
  }
  const read = async (keys: readonly string[]): Promise<readonly (Buffer | undefined)[]> => {
    const values = await callAll(keys.map((key) => ['state_getStorage', [key]]))
    return values.map((value) => {
      const hex = v.parse(valueSchema, value)
      return hex === null ? undefined : Buffer.from(hex.slice(2), 'hex')
    })
  }
  const metadataOf = async (assetIds: readonly Buffer[]): Promise<readonly (TokenMetadata | undefined)[]> => {
    const metadata = await read(assetIds.map((id) => METADATA + hashed(id)))
    return assetIds.map((id, at) => readMetadata(String(id.readUInt32LE()), metadata[at]))
  }
  return {
    toTokenAddress: (text) => (/^\d{1,9}$/.test(text) ? text : undefined),
    async tokens(account, also) {
      const holder = readSs58(account)
      if (!holder) return []
      const assetIds = await readIds()
      const accountRecords = await read(assetIds.map((id) => ACCOUNT + hashed(id) + hashed(holder.id)))
      const metadata = await metadataOf(assetIds)
      return assetIds.flatMap((_, at) => {
        const [token, entry] = [metadata[at], accountRecords[at]]
        const amountBase = entry ? readU128(entry) : 0n
        return token && (amountBase > 0n || also.includes(token.address)) ? [{ ...token, amountBase }] : []
      })
    },
    metadata: async (addresses) => {
      const numbers = addresses.map((address) => (/^\d{1,9}$/.test(address) ? Number(address) : undefined))
      const known = numbers.filter((number) => number !== undefined)
      const metadata = await metadataOf(known.map(toU32))
      return numbers.map((number) => (number === undefined ? undefined : metadata[known.indexOf(number)]))
    },
    pricesUsd: async (addresses) => addresses.map(() => undefined),
    setPriceUsd: async () => false,
  }
}

/** `blake2_128_concat` of a key. */
const hashed = (key: Uint8Array): string =>
  Buffer.from(blake2b(key, { dkLen: 16 })).toString('hex') + Buffer.from(key).toString('hex')

function toU32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}

const readU128 = (bytes: Buffer): bigint => bytes.readBigUInt64LE() + (bytes.readBigUInt64LE(8) << 64n)

/** Decodes `AssetMetadata` in SCALE: deposit, name, symbol and decimals. Name and symbol have length prefixes. */
function readMetadata(address: string, bytes: Buffer | undefined): TokenMetadata | undefined {
  if (!bytes) return undefined
  let at = U128_BYTES
  const text = (): string => {
    const isShort = (bytes.readUInt8(at) & 3) === 0
    const length = isShort ? bytes.readUInt8(at) >> 2 : bytes.readUInt16LE(at) >> 2
    const start = at + (isShort ? 1 : 2)
    at = start + length
    return bytes.toString('utf8', start, at)
  }
  const [name, symbol] = [text(), text()]
  return { address, name, symbol, decimals: bytes.readUInt8(at) }
}
