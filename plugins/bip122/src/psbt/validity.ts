import * as ecc from '@bitcoinerlab/secp256k1'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import type { InputSignatures } from './signatures.js'

/** Verifies a signature: Schnorr (BIP-340) for the 32-byte public keys of taproot, else ECDSA. */
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

/** Sighash type of a Schnorr signature: the 65th byte, or the default for 64 bytes. `undefined` if the 65th byte is 0, which BIP-341 forbids. */
const schnorrType = (signature: Uint8Array): number | undefined =>
  signature.length === 64 ? SIGHASH_DEFAULT : signature.at(64) || undefined

const schnorrOf = ({ tapKeySig, tapScriptSig = [] }: InputSignatures): readonly Uint8Array[] => [
  ...(tapKeySig ? [tapKeySig] : []),
  ...tapScriptSig.map(({ signature }) => signature),
]

/** Whether signatures have the requested sighash type, by default `SIGHASH_ALL`. */
export function hasRequestedSighash(requested: number | undefined, added: InputSignatures): boolean {
  // taproot's default covers the same parts of the transaction as `SIGHASH_ALL`
  const normalized = (type: number | undefined): number | undefined => (type === SIGHASH_DEFAULT ? SIGHASH_ALL : type)
  const ecdsa = (added.partialSig ?? []).map(({ signature }) => signature.at(-1))
  const types = [...ecdsa, ...schnorrOf(added).map(schnorrType)]
  return types.every((type) => normalized(type) === normalized(requested ?? SIGHASH_ALL))
}

/** Public keys that signed. For a key path spend of taproot, this is the key in the output. */
const signersOf = (script: Uint8Array | undefined, added: InputSignatures): readonly Uint8Array[] => [
  ...[...(added.partialSig ?? []), ...(added.tapScriptSig ?? [])].map(({ pubkey }) => pubkey),
  ...(added.tapKeySig ? [script?.slice(2) ?? new Uint8Array()] : []),
]

/** Whether all signatures added to an input are valid for the requested transaction. */
export function hasValidSignatures(original: string, index: number, added: InputSignatures): boolean {
  const psbtCopy = Psbt.fromBase64(original)
  const input = psbtCopy.data.inputs[index]
  if (!input) return false
  for (const key of ['partialSig', 'tapKeySig', 'tapScriptSig', 'finalScriptSig', 'finalScriptWitness'] as const)
    delete input[key]
  const [schnorr] = schnorrOf(added)
  // the signed hash includes the sighash type, so the verification uses the signature's own type
  if (schnorr) input.sighashType = schnorrType(schnorr) ?? SIGHASH_DEFAULT
  try {
    psbtCopy.updateInput(index, added)
    const signers = signersOf(spentScript(psbtCopy, index), added)
    return signers.every((signer) => psbtCopy.validateSignaturesOfInput(index, isValid, signer))
  } catch {
    return false // malformed signature, or a signature by a key that is not in the script
  }
}
