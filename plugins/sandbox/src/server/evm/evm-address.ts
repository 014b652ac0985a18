import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Contract or account address: 20 bytes in hexadecimal, in lower case or with EIP-55 checksum. */
export type EvmAddress = `0x${string}`

/** Zero address. A mint is a transfer from this address, a burn is a transfer to it. */
export const ZERO_ADDRESS: EvmAddress = `0x${'0'.repeat(40)}`

/** Whether a text is an address with lower-case digits. `false` for addresses with an EIP-55 checksum. */
export const isEvmAddress = (text: string): text is EvmAddress => /^0x[0-9a-f]{40}$/.test(text)

/** Address with EIP-55 checksum. */
export function toChecksumAddress(address: string): EvmAddress {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const checksummed = [...digits].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) > 7 ? digit.toUpperCase() : digit,
  )
  return `0x${checksummed.join('')}`
}

/** Address of the contract that `deployer` creates with `nonce`. The nonce must be below 128. */
export function contractAddress(deployer: EvmAddress, nonce: number): EvmAddress {
  // RLP of [deployer, nonce], 23 bytes for a one-byte nonce
  const encoded = concatBytes(
    Uint8Array.of(0xd6, 0x94),
    hexToBytes(deployer.slice(2)),
    Uint8Array.of(nonce === 0 ? 0x80 : nonce),
  )
  return `0x${bytesToHex(keccak_256(encoded).slice(12))}`
}
