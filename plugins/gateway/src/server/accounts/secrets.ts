import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

const encoder = new TextEncoder()

/** 256 random bits, in hex. */
export const randomToken = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)))

/** Six uniformly random digits. */
export function randomCode(): string {
  const limit = 4_294_000_000 // the largest multiple of a million below 2^32
  for (;;) {
    const [number = limit] = crypto.getRandomValues(new Uint32Array(1))
    if (number < limit) return String(number % 1_000_000).padStart(6, '0')
  }
}

/** Hashing and encryption of stored values, with separate keys derived from `encryptionKey`. */
export interface Secrets {
  /** HMAC-SHA-256 of a value, in hex. Different purposes give different hashes. */
  hash(purpose: string, value: string): Promise<string>
  /** Whether `hash` is the hash of the value. Compares in constant time. */
  matches(purpose: string, value: string, hash: string): Promise<boolean>
  /** Encrypts bytes, given in hex, with AES-256-GCM. `name` is authenticated: only `open` with the same name decrypts the result. */
  seal(name: string, hex: string): Promise<string>
  /** Decrypts the result of `seal` to hex. Rejects if the name differs or the encrypted value was modified. */
  open(name: string, sealed: string): Promise<string>
  /** Like `seal` and `open`, for text such as an email address. */
  sealText(name: string, value: string): Promise<string>
  openText(name: string, sealed: string): Promise<string>
}

/** Length of an AES-GCM nonce. */
const IV_BYTES = 12

export function createSecrets(encryptionKey: Uint8Array<ArrayBuffer>): Secrets {
  if (encryptionKey.length < 32) throw new TypeError('"encryptionKey" needs at least 32 bytes.')
  const material = crypto.subtle.importKey('raw', encryptionKey, 'HKDF', false, ['deriveKey'])
  const derive = async (info: string, algorithm: HmacKeyGenParams | AesKeyGenParams, usages: readonly KeyUsage[]) =>
    crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(info) },
      await material,
      algorithm,
      false,
      [...usages],
    )
  const hmacKey = derive('wallet-modal hash', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign', 'verify'])
  const sealKey = derive('wallet-modal seal', { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt'])
  const message = (purpose: string, value: string): Uint8Array<ArrayBuffer> => encoder.encode(`${purpose}\n${value}`)
  const seal = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const nonce = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const parameters = { name: 'AES-GCM', iv: nonce, additionalData: encoder.encode(name) }
    return bytesToHex(nonce) + bytesToHex(new Uint8Array(await crypto.subtle.encrypt(parameters, await sealKey, bytes)))
  }
  const open = async (name: string, sealed: string): Promise<Uint8Array> => {
    const bytes = hexToBytes(sealed)
    const parameters = { name: 'AES-GCM', iv: bytes.slice(0, IV_BYTES), additionalData: encoder.encode(name) }
    return new Uint8Array(await crypto.subtle.decrypt(parameters, await sealKey, bytes.slice(IV_BYTES)))
  }
  return {
    hash: async (purpose, value) =>
      bytesToHex(new Uint8Array(await crypto.subtle.sign('HMAC', await hmacKey, message(purpose, value)))),
    matches: async (purpose, value, hash) =>
      crypto.subtle.verify('HMAC', await hmacKey, hexToBytes(hash), message(purpose, value)),
    seal: (name, hex) => seal(name, hexToBytes(hex)),
    open: async (name, sealed) => bytesToHex(await open(name, sealed)),
    sealText: (name, value) => seal(name, encoder.encode(value)),
    openText: async (name, sealed) => new TextDecoder().decode(await open(name, sealed)),
  }
}
