import * as ecc from '@bitcoinerlab/secp256k1'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import type { InputSignatures } from './signatures.js'

/** The public key of a taproot output has 32 bytes, and its signature is Schnorr's (BIP-340). */
const isValid = (publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean =>
  publicKey.length === 32 ? ecc.verifySchnorr(hash, publicKey, signature) : ecc.verify(hash, publicKey, signature)

/** The script of the output that an input spends; `undefined` where the PSBT does not tell. */
export function spentScript(psbt: Psbt, index: number): Uint8Array | undefined {
  const { witnessUtxo, nonWitnessUtxo } = psbt.data.inputs[index] ?? {}
  if (witnessUtxo) return witnessUtxo.script
  const output = psbt.txInputs[index]?.index
  if (!nonWitnessUtxo || output === undefined) return undefined
  return Transaction.fromBuffer(nonWitnessUtxo).outs[output]?.script
}

const { SIGHASH_ALL, SIGHASH_DEFAULT } = Transaction

/** Schnorr signatures say what they cover by a 65th byte. The default has none, and may not be written out (BIP-341). */
const schnorrType = (signature: Uint8Array): number | undefined =>
  signature.length === 64 ? SIGHASH_DEFAULT : signature.at(64) || undefined

const schnorrOf = ({ tapKeySig, tapScriptSig = [] }: InputSignatures): readonly Uint8Array[] => [
  ...(tapKeySig ? [tapKeySig] : []),
  ...tapScriptSig.map(({ signature }) => signature),
]

/** Whether signatures cover what was asked for: where the PSBT does not say, the whole transaction. */
export function hasAskedSighash(asked: number | undefined, added: InputSignatures): boolean {
  // taproot's default is "all" without the byte that says so
  const written = (type: number | undefined): number | undefined => (type === SIGHASH_DEFAULT ? SIGHASH_ALL : type)
  const ecdsa = (added.partialSig ?? []).map(({ signature }) => signature.at(-1))
  const types = [...ecdsa, ...schnorrOf(added).map(schnorrType)]
  return types.every((type) => written(type) === written(asked ?? SIGHASH_ALL))
}

/** The keys that signed. By the key path of taproot that is the key in the output itself. */
const signersOf = (script: Uint8Array | undefined, added: InputSignatures): readonly Uint8Array[] => [
  ...[...(added.partialSig ?? []), ...(added.tapScriptSig ?? [])].map(({ pubkey }) => pubkey),
  ...(added.tapKeySig ? [script?.slice(2) ?? new Uint8Array()] : []),
]

/** Whether all signatures that were added to an input are valid for the transaction that was asked for. */
export function hasValidSignatures(original: string, index: number, added: InputSignatures): boolean {
  const probe = Psbt.fromBase64(original)
  const input = probe.data.inputs[index]
  if (!input) return false
  for (const key of ['partialSig', 'tapKeySig', 'tapScriptSig', 'finalScriptSig', 'finalScriptWitness'] as const)
    delete input[key]
  const [schnorr] = schnorrOf(added)
  // the message that was signed holds this number, and "all" has two of them
  if (schnorr) input.sighashType = schnorrType(schnorr) ?? SIGHASH_DEFAULT
  try {
    probe.updateInput(index, added)
    const signers = signersOf(spentScript(probe, index), added)
    return signers.every((signer) => probe.validateSignaturesOfInput(index, isValid, signer))
  } catch {
    return false // a signature that is malformed or of a key that is not in the script
  }
}
