import * as ecc from '@bitcoinerlab/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base64 } from '@scure/base'
import { initEccLib, type Network, networks, type Payment, payments } from 'bitcoinjs-lib'
import { isBip322 } from './bip322.js'
import type { Verifier } from './sign-in-family.js'

initEccLib(ecc)

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
/** Address format of a network. All test networks except regtest use the format of testnet. */
const networkOf = (caipNetworkId: string): Network =>
  caipNetworkId === mainnet ? networks.bitcoin : caipNetworkId === regtest ? networks.regtest : networks.testnet

/** CompactSize encoding of a length below 65,536. */
function compactSizeOf(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  return length < 253 ? Uint8Array.of(length) : Uint8Array.of(253, length & 255, length >> 8)
}

/** Addresses of one key: P2PKH and, for a compressed key, P2WPKH, P2SH-P2WPKH and P2TR. */
function addressesOf(key: Uint8Array, network: Network): readonly (string | undefined)[] {
  const p2wpkh = (): Payment => payments.p2wpkh({ pubkey: key, network })
  const outputs = [payments.p2pkh({ pubkey: key, network })]
  if (key.length === 33) {
    outputs.push(p2wpkh(), payments.p2sh({ redeem: p2wpkh(), network }))
    outputs.push(payments.p2tr({ internalPubkey: key.subarray(1), network }))
  }
  return outputs.map(({ address }) => address)
}

/**
 * Whether the bytes are a valid BIP-137 signature of the text by the address. Accepts every address type of the recovered key, because wallets use
 * different header bytes for SegWit.
 */
function verifyBip137(bytes: Uint8Array, text: string, address: string, network: Network): boolean {
  const [header = 0] = bytes
  if (bytes.length !== 65 || header < 27 || header > 42) return false
  const message = utf8ToBytes(text)
  const prefix = utf8ToBytes('\x18Bitcoin Signed Message:\n')
  const hash = sha256(sha256(concatBytes(prefix, compactSizeOf(message), message)))
  const ids = [0, 1, 2, 3] as const
  const key = ecc.recover(hash, bytes.subarray(1), ids[(header - 27) % 4] ?? 0, header >= 31)
  return key !== null && addressesOf(key, network).includes(address)
}

/** Verifies BIP-137 signatures, and BIP-322 signatures in the simple format for P2WPKH and P2TR addresses. */
export const verifyBip122: Verifier = async ({ message, text, signature, network: { caipNetworkId } }) => {
  const { address } = message
  const network = networkOf(caipNetworkId)
  if (signature.length > 1000 || !/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false
  try {
    const bytes = base64.decode(signature)
    return verifyBip137(bytes, text, address, network) || isBip322(bytes, text, address, network)
  } catch {
    return false // invalid base64, address or signature
  }
}
