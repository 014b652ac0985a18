import { createHash } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { address as addresses, crypto, initEccLib, networks, payments, Transaction } from 'bitcoinjs-lib'

initEccLib(ecc)
const network = networks.regtest
const { SIGHASH_ALL, SIGHASH_DEFAULT } = Transaction

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Whether a compact signature with recovery byte (BIP-137) is by the P2WPKH address. */
export function isBip137(address: string, message: string, signature: string): boolean {
  const bytes = Buffer.from(message)
  const prefix = Buffer.from('\x18Bitcoin Signed Message:\n')
  const hash = sha256(sha256(Buffer.concat([prefix, Buffer.from([bytes.length]), bytes])))
  const [header = 0, ...compact] = Buffer.from(signature, 'base64')
  if (header < 39 || header > 42 || compact.length !== 64) return false
  const recovery = [0, 1, 2, 3] as const
  const id = recovery.find((one) => one === header - 39) ?? 0
  const pubkey = ecc.recover(hash, Uint8Array.from(compact), id, true)
  return pubkey !== null && payments.p2wpkh({ pubkey, network }).address === address
}

/** Whether a witness is a simple BIP-322 signature of the message by the address: P2WPKH, or the key path of P2TR. */
export function isBip322(address: string, message: string, signature: string): boolean {
  const script = addresses.toOutputScript(address, network)
  const tag = sha256(Buffer.from('BIP0322-signed-message'))
  const hash = sha256(Buffer.concat([tag, tag, Buffer.from(message)]))
  const toSpend = new Transaction()
  toSpend.version = 0
  toSpend.addInput(new Uint8Array(32), 0xffffffff, 0, Buffer.concat([Buffer.from([0, 32]), hash]))
  toSpend.addOutput(script, 0n)
  const toSign = new Transaction()
  toSign.version = 0
  toSign.addInput(toSpend.getHash(), 0, 0)
  toSign.addOutput(Uint8Array.of(0x6a), 0n)
  const [bare, pubkey] = readWitness(Buffer.from(signature, 'base64'))
  if (!bare) return false
  if (script.length === 34) {
    const type = bare.length === 64 ? SIGHASH_DEFAULT : (bare.at(-1) ?? 0)
    const digest = toSign.hashForWitnessV1(0, [script], [0n], type)
    return ecc.verifySchnorr(digest, script.subarray(2), bare.subarray(0, 64))
  }
  if (!pubkey || payments.p2wpkh({ pubkey, network }).address !== address || bare.at(-1) !== SIGHASH_ALL) return false
  const { output = new Uint8Array() } = payments.p2pkh({ hash: crypto.hash160(pubkey), network })
  return ecc.verify(toSign.hashForWitnessV0(0, output, 0n, SIGHASH_ALL), pubkey, fromDer(bare.subarray(0, -1)))
}

/** Parses a witness stack whose items are shorter than 253 bytes. */
function readWitness(bytes: Buffer): readonly Buffer[] {
  const items: Buffer[] = []
  for (let at = 1; at < bytes.length; at += 1 + (bytes[at] ?? 0))
    items.push(bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0)))
  return items.length === bytes[0] ? items : []
}

/** Converts a DER signature to r and s of 32 bytes each. */
function fromDer(der: Buffer): Uint8Array {
  const length = der[3] ?? 0
  const parts = [der.subarray(4, 4 + length), der.subarray(6 + length)]
  return Buffer.concat(
    parts.map((part) => Buffer.from(part.toString('hex').replace(/^00/, '').padStart(64, '0'), 'hex')),
  )
}
