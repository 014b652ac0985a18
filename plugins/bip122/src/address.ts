import { sha256 } from '@noble/hashes/sha2'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { BitcoinChain } from './chains.js'
import { badAddress } from './errors.js'

/** Validated address. */
export interface BitcoinAddress {
  /** Canonical form: bech32 and bech32m in lower case. */
  readonly text: string
  /** Script of an output to this address. */
  readonly script: Uint8Array
  /** Whether the address has witness version 1. */
  readonly isTaproot: boolean
  isOn(chain: BitcoinChain): boolean
}

/** Maximum length by BIP-173. It applies to base58 too, because base58 decoding takes quadratic time. */
const MAX_LENGTH = 90
const base58check = createBase58check(sha256)
const prefixes: Readonly<Record<number, { readonly base58: 'main' | 'test'; readonly isScript: boolean }>> = {
  0: { base58: 'main', isScript: false },
  5: { base58: 'main', isScript: true },
  111: { base58: 'test', isScript: false },
  196: { base58: 'test', isScript: true },
}
const privateKeyPrefixes = new Set([0x80, 0xef])
const checksumError = (): Error => badAddress('The address has a typo: its checksum does not match.')

function tryDecode<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch {
    return undefined // the decoders throw on invalid input; the caller chooses the message
  }
}

/** P2PKH and P2SH. */
function readBase58(text: string): BitcoinAddress {
  const bytes = tryDecode(() => base58check.decode(text))
  if (!bytes) throw checksumError()
  const [prefix = -1] = bytes
  if (privateKeyPrefixes.has(prefix))
    throw badAddress('That is a private key, not an address. Never give it to anybody.')
  const kind = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined
  if (!kind || bytes.length !== 21) throw badAddress('Invalid Bitcoin address: unknown address type.')
  const hash = bytes.slice(1)
  return {
    text,
    script: Uint8Array.from(kind.isScript ? [0xa9, 20, ...hash, 0x87] : [0x76, 0xa9, 20, ...hash, 0x88, 0xac]),
    isTaproot: false,
    isOn: (chain) => chain.base58 === kind.base58,
  }
}

/** Witness programs: BIP-173 for version 0, BIP-350 for versions 1 to 16. */
function readBech32(text: string): BitcoinAddress {
  const bech32Result = tryDecode(() => bech32.decode(text as `${string}1${string}`)) // validated by the caller
  const bech32mResult = tryDecode(() => bech32m.decode(text as `${string}1${string}`))
  const decoded = bech32Result ?? bech32mResult
  if (!decoded) throw checksumError()
  const [version = -1, ...words] = decoded.words
  const program = tryDecode(() => bech32.fromWords(words))
  if (!program || version < 0 || version > 16 || program.length < 2 || program.length > 40)
    throw badAddress('Invalid Bitcoin address: malformed witness program.')
  if (version === 0 && program.length !== 20 && program.length !== 32)
    throw badAddress('Invalid Bitcoin address: wrong length of the witness program.')
  if ((version === 0) !== (decoded === bech32Result))
    throw badAddress('Invalid Bitcoin address: wrong checksum type for its version (BIP-350).')
  return {
    text: text.toLowerCase(),
    script: Uint8Array.from([version === 0 ? 0 : 0x50 + version, program.length, ...program]),
    isTaproot: version === 1,
    isOn: (chain) => chain.hrp === decoded.prefix,
  }
}

/** Parses base58check, bech32 and bech32m. Throws `INVALID_ARGUMENT` with the reason. */
export function readAddress(text: unknown): BitcoinAddress {
  if (typeof text !== 'string' || text === '' || text.length > MAX_LENGTH)
    throw badAddress(`The Bitcoin address must have 1 to ${MAX_LENGTH} letters and digits.`)
  const hrp = /^(.{1,83})1[^1]*$/s.exec(text)?.[1]?.toLowerCase()
  return hrp === 'bc' || hrp === 'tb' || hrp === 'bcrt' ? readBech32(text) : readBase58(text)
}

/** Canonical form of an address on one of these chains. Throws `INVALID_ARGUMENT` with the reason. */
export function parseBitcoinAddress(text: unknown, allowed: readonly BitcoinChain[]): string {
  const address = readAddress(text)
  if (allowed.some((chain) => address.isOn(chain))) return address.text
  throw badAddress(
    `The address is of another network: it is not for ${allowed.map(({ name }) => name).join(' or ') || 'any network of this site'}.`,
  )
}
