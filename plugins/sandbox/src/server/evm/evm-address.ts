import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** A contract or account address in lower case. */
export type EvmAddress = `0x${string}`

/** Whom the chain says that coins and tokens come from when they are made, and go to when they are destroyed. */
export const ZERO_ADDRESS: EvmAddress = `0x${'0'.repeat(40)}`

export const isEvmAddress = (text: string): text is EvmAddress => /^0x[0-9a-f]{40}$/.test(text)

/** The address with the capital letters of ERC-55. */
export function toChecksumAddress(address: string): EvmAddress {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const marked = [...digits].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) > 7 ? digit.toUpperCase() : digit,
  )
  return `0x${marked.join('')}`
}

/** Where the contract is that `deployer` makes with its transaction number `nonce`, below 128. */
export function contractAddress(deployer: EvmAddress, nonce: number): EvmAddress {
  // RLP of [deployer, nonce], which is 23 bytes long for a nonce of one byte
  const encoded = concatBytes(
    Uint8Array.of(0xd6, 0x94),
    hexToBytes(deployer.slice(2)),
    Uint8Array.of(nonce === 0 ? 0x80 : nonce),
  )
  return `0x${bytesToHex(keccak_256(encoded).slice(12))}`
}
