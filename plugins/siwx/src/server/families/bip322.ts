import * as ecc from '@bitcoinerlab/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { address as addresses, crypto, type Network, payments, script, Transaction } from 'bitcoinjs-lib'

const { SIGHASH_ALL, SIGHASH_DEFAULT } = Transaction

/** Parses a serialized witness with items below 253 bytes, as single-key witnesses are. Empty for any other input. */
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

/** The virtual transaction to sign for a message: it spends an output that cannot exist. */
export function toSign(text: string, output: Uint8Array): Transaction {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  const hash = sha256(concatBytes(tag, tag, utf8ToBytes(text)))
  const spent = new Transaction()
  spent.version = 0
  spent.addInput(new Uint8Array(32), 0xffffffff, 0, concatBytes(Uint8Array.of(0, 32), hash))
  spent.addOutput(output, 0n)
  const made = new Transaction()
  made.version = 0
  made.addInput(spent.getHash(), 0, 0)
  made.addOutput(Uint8Array.of(0x6a), 0n)
  return made
}

/** BIP-322 in its simple form, for the key path of P2WPKH and P2TR. Throws for an address that is invalid on the network. */
export function isBip322(bytes: Uint8Array, text: string, address: string, network: Network): boolean {
  const output = addresses.toOutputScript(address, network)
  if (addresses.fromOutputScript(output, network) !== address) return false // only the canonical form of the address
  const [mark, key, ...more] = readWitness(bytes)
  if (!mark || more.length > 0) return false
  const transaction = toSign(text, output)
  if (output.length === 34 && output[0] === 0x51) {
    const type = mark.length === 64 ? SIGHASH_DEFAULT : mark[64]
    if (key || (type !== SIGHASH_DEFAULT && type !== SIGHASH_ALL) || mark.length > 65) return false
    if (mark.length === 65 && type === SIGHASH_DEFAULT) return false
    const digest = transaction.hashForWitnessV1(0, [output], [0n], type)
    return ecc.verifySchnorr(digest, output.subarray(2), mark.subarray(0, 64))
  }
  if (key?.length !== 33 || payments.p2wpkh({ pubkey: key, network }).address !== address) return false
  const { signature, hashType } = script.signature.decode(mark)
  const { output: code } = payments.p2pkh({ hash: crypto.hash160(key), network })
  if (hashType !== SIGHASH_ALL || !code) return false
  return ecc.verify(transaction.hashForWitnessV0(0, code, 0n, SIGHASH_ALL), key, signature)
}
