import { badAddress } from './errors.js'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** The version byte of an Ed25519 public key (SEP-23): addresses begin with G. */
const PUBLIC_KEY = 6 << 3
const LENGTH = 56

/** CRC16-XModem. */
function checksum(bytes: readonly number[]): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc
}

function fromBase32(text: string): readonly number[] {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    const five = ALPHABET.indexOf(letter)
    if (five < 0) throw badAddress('it has a letter that addresses do not have')
    value = ((value << 5) | five) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  return bytes
}

function read(text: string): { readonly address: string; readonly key: readonly number[] } {
  const address = text.trim()
  if (address.length !== LENGTH) throw badAddress(`it must have ${LENGTH} letters and digits`)
  const bytes = fromBase32(address)
  if (bytes[0] !== PUBLIC_KEY) throw badAddress('it must begin with G')
  const [low = 0, high = 0] = bytes.slice(33)
  if (checksum(bytes.slice(0, 33)) !== low + (high << 8)) throw badAddress('a letter is wrong')
  return { address, key: bytes.slice(1, 33) }
}

/** Validates an address with its checksum. Throws `INVALID_ARGUMENT` with the reason. */
export const parseAddress = (text: string): string => read(text).address

/** The Ed25519 key of an address, 32 bytes. Throws like {@link parseAddress}. */
export const publicKeyOf = (address: string): Uint8Array => Uint8Array.from(read(address).key)

export function isAddress(text: string): boolean {
  try {
    return parseAddress(text) === text
  } catch {
    return false
  }
}
