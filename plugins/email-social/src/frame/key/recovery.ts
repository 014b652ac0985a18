import { toAsciiDigits } from '../../ascii-digits.js'

// The recovery code has 128 random bits and is displayed once. The recovery share is encrypted with a key derived from the code. The gateway stores
// the encrypted share, but cannot decrypt it.

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford's base 32: no I, L, O and U
const LENGTH = 26
const salt = new TextEncoder().encode('wallet-modal recovery share v1')

/** Returns 26 characters in groups separated by `-`: four groups of four, then two groups of five. */
export function createRecoveryCode(): string {
  let bits = crypto.getRandomValues(new Uint8Array(16)).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n)
  let code = ''
  for (let at = 0; at < LENGTH; at++) {
    code = alphabet.charAt(Number(bits & 31n)) + code
    bits >>= 5n
  }
  return code.match(/.{4}(?=.{10})|.{5}/g)?.join('-') ?? code
}

/**
 * Parses a typed code: in any case, with or without separators, with digits of any script, and with O, I and L in place of digits. Returns 26 characters;
 * `undefined` if the code is invalid.
 */
export function readRecoveryCode(text: string): string | undefined {
  const code = toAsciiDigits(text).toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === LENGTH && [...code].every((character) => alphabet.includes(character)) ? code : undefined
}

async function keyOf(code: string, address: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(code), 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(address.toLowerCase())
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info }
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Length of an AES-GCM nonce, in bytes. */
const IV_BYTES = 12

/** Encrypts the recovery share for storage at the gateway. Returns the nonce, followed by the ciphertext. */
export async function sealShare(
  share: Uint8Array<ArrayBuffer>,
  code: string,
  address: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await keyOf(readRecoveryCode(code) ?? code, address)
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, share))
  return Uint8Array.of(...nonce, ...sealed)
}

/** Decrypts the recovery share; `undefined` if the code is wrong. `code` must be a result of {@link readRecoveryCode}. */
export async function openShare(
  sealed: Uint8Array<ArrayBuffer>,
  code: string,
  address: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parameters = { name: 'AES-GCM', iv: sealed.slice(0, IV_BYTES) }
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, await keyOf(code, address), sealed.slice(IV_BYTES)))
  } catch {
    return undefined // wrong code
  }
}
