import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import type { Account } from '@wallet-modal/kernel'
import { initEccLib, Psbt, Transaction } from 'bitcoinjs-lib'
import { readAddress } from './address.js'
import { badPsbt, changedPsbt } from './errors.js'
import { type InputSignatures, newSignatures } from './signatures.js'

type SignInputs = Readonly<Record<string, readonly number[]>>

interface PrepareOptions {
  readonly accounts: readonly Account[]
  readonly signInputs: SignInputs | undefined
}

/** A PSBT before it goes to the wallet. */
export interface PreparedPsbt {
  /** What each address signs. */
  readonly signInputs: SignInputs
  /** Throws unless the wallet's answer is the same transaction, with a valid signature on each of these inputs. */
  check(signed: string): void
  /** The finished transaction, in hex. */
  finish(signed: string): string
}

/** The public key of a taproot output has 32 bytes, and its signature is Schnorr's (BIP-340). */
const isValid = (publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean =>
  publicKey.length === 32 ? ecc.verifySchnorr(hash, publicKey, signature) : ecc.verify(hash, publicKey, signature)

function read(psbt: unknown): Psbt {
  if (typeof psbt !== 'string') throw badPsbt('it has to be a text in base64.')
  try {
    return Psbt.fromBase64(psbt)
  } catch (cause) {
    throw badPsbt('it is no PSBT in base64.', cause)
  }
}

/** The script of the output that an input spends, in hex; `undefined` where the PSBT does not tell. */
function spentScript(psbt: Psbt, index: number): string | undefined {
  const { witnessUtxo, nonWitnessUtxo } = psbt.data.inputs[index] ?? {}
  if (witnessUtxo) return hex.encode(witnessUtxo.script)
  const output = psbt.txInputs[index]?.index
  if (!nonWitnessUtxo || output === undefined) return undefined
  const script = Transaction.fromBuffer(nonWitnessUtxo).outs[output]?.script
  return script && hex.encode(script)
}

/** The inputs that spend from these accounts. */
function ownInputs(psbt: Psbt, accounts: readonly Account[]): SignInputs {
  const mine = accounts.map(({ address }) => {
    const script = hex.encode(readAddress(address).script)
    return [address, psbt.txInputs.flatMap((_, at) => (spentScript(psbt, at) === script ? [at] : []))] as const
  })
  return Object.fromEntries(mine.filter(([, indexes]) => indexes.length > 0))
}

function checkAsked(psbt: Psbt, accounts: readonly Account[], asked: SignInputs): void {
  for (const [address, indexes] of Object.entries(asked)) {
    if (!accounts.some((account) => account.address === address)) throw badPsbt(`${address} is not connected.`)
    for (const index of indexes)
      if (!Number.isInteger(index) || !psbt.data.inputs[index]) throw badPsbt(`it has no input ${index}.`)
  }
}

/** Where two transactions differ, in words; `undefined` where they are the same. */
function difference(before: Psbt, after: Psbt): string | undefined {
  const inputs = ({ txInputs }: Psbt): string =>
    txInputs.map(({ hash, index, sequence }) => `${hex.encode(hash)}:${index}:${sequence}`).join()
  const outputs = ({ txOutputs }: Psbt): string =>
    txOutputs.map(({ script, value }) => `${hex.encode(script)}:${value}`).join()
  if (inputs(before) !== inputs(after)) return 'its inputs are others.'
  if (outputs(before) !== outputs(after)) return 'its outputs are others.'
  if (before.version !== after.version || before.locktime !== after.locktime) return 'its version or lock time differs.'
  return undefined
}

/** Whether signatures cover what was asked for: where the PSBT does not say, the whole transaction. */
function hasAskedSighash(
  asked: number | undefined,
  { partialSig = [], tapKeySig, tapScriptSig = [] }: InputSignatures,
): boolean {
  const { SIGHASH_ALL, SIGHASH_DEFAULT } = Transaction
  // taproot's default is "all" without the byte that says so
  const written = (type: number | undefined): number | undefined => (type === SIGHASH_DEFAULT ? SIGHASH_ALL : type)
  const schnorr = [...(tapKeySig ? [tapKeySig] : []), ...tapScriptSig.map(({ signature }) => signature)]
  const types = [
    ...partialSig.map(({ signature }) => signature.at(-1)),
    ...schnorr.map((signature) => (signature.length === 64 ? SIGHASH_ALL : signature.at(-1))),
  ]
  return types.every((type) => written(type) === written(asked ?? SIGHASH_ALL))
}

/** Whether all signatures that were added to an input are valid for the transaction that was asked for. */
function hasValidSignatures(original: string, index: number, added: InputSignatures): boolean {
  const probe = Psbt.fromBase64(original)
  const input = probe.data.inputs[index]
  if (!input) return false
  for (const key of ['partialSig', 'tapKeySig', 'tapScriptSig', 'finalScriptSig', 'finalScriptWitness'] as const)
    delete input[key]
  try {
    probe.updateInput(index, added)
    return probe.validateSignaturesOfInput(index, isValid)
  } catch {
    return false // a signature that is malformed or of a key that is not in the script
  }
}

/**
 * Reads a PSBT (BIP-174, BIP-371) before it goes to a wallet, and checks what comes back: the wallet may add signatures and nothing else.
 * Throws `INVALID_ARGUMENT` for what cannot be signed, `INVALID_DATA` for an answer that is not what was asked for.
 */
export function preparePsbt(original: string, { accounts, signInputs }: PrepareOptions): PreparedPsbt {
  initEccLib(ecc)
  const before = read(original)
  const asked = signInputs ?? ownInputs(before, accounts)
  checkAsked(before, accounts, asked)
  const indexes = [...new Set(Object.values(asked).flat())]
  if (indexes.length === 0) throw badPsbt('none of its inputs spends from a connected address.')
  return {
    signInputs: asked,
    check(signed) {
      const after = Psbt.fromBase64(signed)
      const changed = difference(before, after)
      if (changed) throw changedPsbt(`it is another transaction, ${changed}`)
      for (const index of indexes) {
        const added = newSignatures(before, after, index)
        if (!added) throw changedPsbt(`input ${index} is not signed, or finished in a way that cannot be checked.`)
        if (!hasAskedSighash(before.data.inputs[index]?.sighashType, added))
          throw changedPsbt(`the signature of input ${index} leaves parts of the transaction open.`)
        if (!hasValidSignatures(original, index, added))
          throw changedPsbt(`the signature of input ${index} is not valid.`)
      }
    },
    finish(signed) {
      const psbt = Psbt.fromBase64(signed)
      for (const [index, input] of psbt.data.inputs.entries())
        if (!input.finalScriptSig && !input.finalScriptWitness) psbt.finalizeInput(index)
      return psbt.extractTransaction().toHex()
    },
  }
}
