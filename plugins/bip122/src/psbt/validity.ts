import * as ecc from '@bitcoinerlab/secp256k1'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import type { InputSignatures } from './signatures.js'

/** A taproot output has a 32-byte public key, and a Schnorr signature (BIP-340). */
const isValid = (publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean =>
  publicKey.length === 32 ? ecc.verifySchnorr(hash, publicKey, signature) : ecc.verify(hash, publicKey, signature)

/** Script of the output that an input spends; `undefined` if the PSBT does not contain it. */
export function spentScript(psbt: Psbt, index: number): Uint8Array | undefined {
  const { witnessUtxo, nonWitnessUtxo } = psbt.data.inputs[index] ?? {}
  if (witnessUtxo) return witnessUtxo.script
  const output = psbt.txInputs[index]?.index
  if (!nonWitnessUtxo || output === undefined) return undefined
  return Transaction.fromBuffer(nonWitnessUtxo).outs[output]?.script
}

const { SIGHASH_ALL, SIGHASH_DEFAULT } = Transaction

/** Schnorr signatures have the sighash type as 65th byte. The default has none, and must not be written (BIP-341). */
const schnorrType = (signature: Uint8Array): number | undefined =>
  signature.length === 64 ? SIGHASH_DEFAULT : signature.at(64) || undefined

const schnorrOf = ({ tapKeySig, tapScriptSig = [] }: InputSignatures): readonly Uint8Array[] => [
  ...(tapKeySig ? [tapKeySig] : []),
  ...tapScriptSig.map(({ signature }) => signature),
]

/** Whether signatures have the requested sighash type; by default the whole transaction. */
export function hasRequestedSighash(requested: number | undefined, added: InputSignatures): boolean {
  // taproot's default means "all", without the sighash byte
  const written = (type: number | undefined): number | undefined => (type === SIGHASH_DEFAULT ? SIGHASH_ALL : type)
  const ecdsa = (added.partialSig ?? []).map(({ signature }) => signature.at(-1))
  const types = [...ecdsa, ...schnorrOf(added).map(schnorrType)]
  return types.every((type) => written(type) === written(requested ?? SIGHASH_ALL))
}

/** Keys that signed. For taproot's key path, the key in the output. */
const signersOf = (script: Uint8Array | undefined, added: InputSignatures): readonly Uint8Array[] => [
  ...[...(added.partialSig ?? []), ...(added.tapScriptSig ?? [])].map(({ pubkey }) => pubkey),
  ...(added.tapKeySig ? [script?.slice(2) ?? new Uint8Array()] : []),
]

/** Whether all signatures added to an input are valid for the requested transaction. */
export function hasValidSignatures(original: string, index: number, added: InputSignatures): boolean {
  const probe = Psbt.fromBase64(original)
  const input = probe.data.inputs[index]
  if (!input) return false
  for (const key of ['partialSig', 'tapKeySig', 'tapScriptSig', 'finalScriptSig', 'finalScriptWitness'] as const)
    delete input[key]
  const [schnorr] = schnorrOf(added)
  // the signed message contains this number, and "all" has two values
  if (schnorr) input.sighashType = schnorrType(schnorr) ?? SIGHASH_DEFAULT
  try {
    probe.updateInput(index, added)
    const signers = signersOf(spentScript(probe, index), added)
    return signers.every((signer) => probe.validateSignaturesOfInput(index, isValid, signer))
  } catch {
    return false // malformed signature, or of a key that is not in the script
  }
}
