import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import type { Account } from '@wallet-modal/kernel'
import { initEccLib, Psbt, Transaction } from 'bitcoinjs-lib'
import { readAddress } from '../address.js'
import { badPsbt, changedPsbt } from '../errors.js'
import { isSigned, newSignatures } from './signatures.js'
import { hasRequestedSighash, hasValidSignatures, spentScript } from './validity.js'

type SignInputs = Readonly<Record<string, readonly number[]>>

interface PrepareOptions {
  readonly accounts: readonly Account[]
  readonly signInputs: SignInputs | undefined
}

/** Checked PSBT that can be sent to the wallet, with functions for the signed PSBT that the wallet returns. */
export interface PreparedPsbt {
  /** Inputs to sign, by address. */
  readonly signInputs: SignInputs
  /** Throws unless `signed` is the same transaction, with valid new signatures on the inputs to sign and no new signatures on any other input. */
  check(signed: string): void
  /** The finalized transaction, in hex. */
  finish(signed: string): string
  /** Id of the finalized transaction. */
  idOf(signed: string): string
}

function parsePsbt(psbt: unknown, toError: typeof badPsbt): Psbt {
  if (typeof psbt !== 'string') throw toError('it must be a base64 string.')
  try {
    return Psbt.fromBase64(psbt)
  } catch (cause) {
    throw toError('it is not a PSBT in base64.', cause)
  }
}

/** Indexes of the inputs that spend from each account, by address. Omits addresses without such inputs. */
function ownInputs(psbt: Psbt, accounts: readonly Account[]): SignInputs {
  const indexesByAddress = accounts.map(({ address }) => {
    const own = hex.encode(readAddress(address).script)
    const isOwn = (at: number): boolean => hex.encode(spentScript(psbt, at) ?? new Uint8Array()) === own
    return [address, psbt.txInputs.flatMap((_, at) => (isOwn(at) ? [at] : []))] as const
  })
  return Object.fromEntries(indexesByAddress.filter(([, indexes]) => indexes.length > 0))
}

function checkRequestedInputs(psbt: Psbt, accounts: readonly Account[], requestedInputs: SignInputs): void {
  for (const [address, indexes] of Object.entries(requestedInputs)) {
    if (!accounts.some((account) => account.address === address)) throw badPsbt(`${address} is not connected.`)
    for (const index of indexes)
      if (!Number.isInteger(index) || !psbt.data.inputs[index]) throw badPsbt(`it has no input ${index}.`)
  }
}

/** Description of the difference between two transactions; `undefined` if they are equal. */
function difference(before: Psbt, after: Psbt): string | undefined {
  const inputs = ({ txInputs }: Psbt): string =>
    txInputs.map(({ hash, index, sequence }) => `${hex.encode(hash)}:${index}:${sequence}`).join()
  const outputs = ({ txOutputs }: Psbt): string =>
    txOutputs.map(({ script, value }) => `${hex.encode(script)}:${value}`).join()
  if (inputs(before) !== inputs(after)) return 'its inputs differ.'
  if (outputs(before) !== outputs(after)) return 'its outputs differ.'
  if (before.version !== after.version || before.locktime !== after.locktime) return 'its version or lock time differs.'
  return undefined
}

/**
 * Parses a PSBT (BIP-174, BIP-371) before it is sent to a wallet, and verifies the reply: the wallet may only add signatures. Throws
 * `INVALID_ARGUMENT` if the PSBT cannot be signed; `check` throws `INVALID_DATA` if the reply does not match.
 */
export function preparePsbt(original: string, { accounts, signInputs }: PrepareOptions): PreparedPsbt {
  initEccLib(ecc)
  const before = parsePsbt(original, badPsbt)
  const requestedInputs = signInputs ?? ownInputs(before, accounts)
  checkRequestedInputs(before, accounts, requestedInputs)
  const indexes = [...new Set(Object.values(requestedInputs).flat())]
  if (indexes.length === 0)
    throw badPsbt(
      'no input is known to spend from a connected address. Each input needs "witnessUtxo" or "nonWitnessUtxo".',
    )
  return {
    signInputs: requestedInputs,
    check(signed) {
      const after = parsePsbt(signed, changedPsbt)
      const changed = difference(before, after)
      if (changed) throw changedPsbt(`it is another transaction: ${changed}`)
      for (const index of before.data.inputs.keys())
        if (!indexes.includes(index) && isSigned(before, after, index))
          throw changedPsbt(`input ${index} is signed, which was not requested.`)
      for (const index of indexes) {
        const added = newSignatures(before, after, index)
        if (!added)
          throw changedPsbt(`input ${index} is not signed, or is finalized in a form that cannot be verified.`)
        if (!hasRequestedSighash(before.data.inputs[index]?.sighashType, added))
          throw changedPsbt(`the signature of input ${index} does not have the requested sighash type.`)
        if (!hasValidSignatures(original, index, added))
          throw changedPsbt(`the signature of input ${index} is not valid.`)
      }
    },
    finish(signed) {
      const psbt = Psbt.fromBase64(signed)
      for (const index of unfinalizedInputs(psbt)) psbt.finalizeInput(index)
      return psbt.extractTransaction().toHex()
    },
    idOf(signed) {
      const psbt = Psbt.fromBase64(signed)
      for (const index of unfinalizedInputs(psbt)) finalizeIfPossible(psbt, index)
      const transaction = Transaction.fromBuffer(psbt.data.getTransaction())
      for (const [index, input] of transaction.ins.entries())
        input.script = psbt.data.inputs[index]?.finalScriptSig ?? new Uint8Array()
      return transaction.getId()
    },
  }
}

const unfinalizedInputs = ({ data }: Psbt): readonly number[] =>
  data.inputs.flatMap((input, index) => (input.finalScriptSig || input.finalScriptWitness ? [] : [index]))

/**
 * Finalizes an input if this code supports its type. A transaction id does not depend on witnesses, so native SegWit inputs of other types may stay
 * unfinalized.
 */
function finalizeIfPossible(psbt: Psbt, index: number): void {
  try {
    psbt.finalizeInput(index)
  } catch {
    // unsupported type
  }
}
