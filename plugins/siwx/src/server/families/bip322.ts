import * as ecc from '@bitcoinerlab/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { address as addresses, crypto, type Network, payments, script, Transaction } from 'bitcoinjs-lib'

const { SIGHASH_ALL, SIGHASH_DEFAULT } = Transaction

/** Parses a serialized witness. Returns an empty list if it is invalid or has an item of more than 252 bytes (signatures and keys are shorter). */
function readWitness(bytes: Uint8Array): readonly Uint8Array[] {
  const [count = 0] = bytes
  const items: Uint8Array[] = []
  let at = 1
  while (items.length < count && at < bytes.length) {
    const length = bytes[at] ?? 0
    if (length > 252 || at + 1 + length > bytes.length) return []
    items.push(bytes.slice(at + 1, at + 1 + length))
    at += 1 + length
  }
  return items.length === count && at === bytes.length ? items : []
}

/** Virtual transaction `to_sign` of a message (BIP-322). It spends an output that cannot exist. */
export function toSign(text: string, output: Uint8Array): Transaction {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  const hash = sha256(concatBytes(tag, tag, utf8ToBytes(text)))
  const toSpend = new Transaction()
  toSpend.version = 0
  toSpend.addInput(new Uint8Array(32), 0xffffffff, 0, concatBytes(Uint8Array.of(0, 32), hash))
  toSpend.addOutput(output, 0n)
  const transaction = new Transaction()
  transaction.version = 0
  transaction.addInput(toSpend.getHash(), 0, 0)
  transaction.addOutput(Uint8Array.of(0x6a), 0n)
  return transaction
}

/**
 * Whether the bytes are a BIP-322 signature in the simple format, for P2WPKH or the key path of P2TR. Throws if the address is invalid on the
 * network, or a signature or key is malformed.
 */
export function isBip322(bytes: Uint8Array, text: string, address: string, network: Network): boolean {
  const output = addresses.toOutputScript(address, network)
  if (addresses.fromOutputScript(output, network) !== address) return false // only the canonical form of the address
  const [signatureItem, key, ...more] = readWitness(bytes)
  if (!signatureItem || more.length > 0) return false
  const transaction = toSign(text, output)
  if (output.length === 34 && output[0] === 0x51) {
    const type = signatureItem.length === 64 ? SIGHASH_DEFAULT : signatureItem[64]
    if (key || (type !== SIGHASH_DEFAULT && type !== SIGHASH_ALL) || signatureItem.length > 65) return false
    if (signatureItem.length === 65 && type === SIGHASH_DEFAULT) return false
    const digest = transaction.hashForWitnessV1(0, [output], [0n], type)
    return ecc.verifySchnorr(digest, output.subarray(2), signatureItem.subarray(0, 64))
  }
  if (key?.length !== 33 || payments.p2wpkh({ pubkey: key, network }).address !== address) return false
  const { signature, hashType } = script.signature.decode(signatureItem)
  const { output: scriptCode } = payments.p2pkh({ hash: crypto.hash160(key), network }) // BIP-143
  if (hashType !== SIGHASH_ALL || !scriptCode) return false
  return ecc.verify(transaction.hashForWitnessV0(0, scriptCode, 0n, SIGHASH_ALL), key, signature)
}
