import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import {
  type Account,
  type Action,
  type AssetAmount,
  type Network,
  type TransactionExtra,
  type UndecodedCall,
  WalletModalError,
} from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { initEccLib, Psbt, type PsbtTxOutput, Transaction } from 'bitcoinjs-lib'
import { readAddress } from '../address.js'
import { type DataCall, readData, toAddress } from './outputs.js'
import { isSameScript } from './write-psbt.js'

interface ReadOptions {
  readonly network: Network
  readonly account: Account
  /** Number of outputs before the change. */
  readonly outputCount: number
}

export interface PsbtSummary {
  readonly contents: readonly (Action | UndecodedCall)[]
  readonly balanceChanges: readonly AssetAmount[]
  readonly fee: bigint
  readonly extras: readonly TransactionExtra[]
  readonly inputCount: number
}

interface TransactionOutput {
  readonly script: Uint8Array
  readonly value: bigint
}

const refused = (reason: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The transaction ${reason}. Nothing was sent.`)

/** Output that an input spends. If the PSBT contains the complete previous transaction, the output is read from there. */
function spentOutput(psbt: Psbt, at: number): TransactionOutput {
  const { witnessUtxo, nonWitnessUtxo } = psbt.data.inputs[at] ?? {}
  const input = psbt.txInputs[at]
  if (witnessUtxo && !nonWitnessUtxo) return witnessUtxo
  const transaction = nonWitnessUtxo && Transaction.fromBuffer(nonWitnessUtxo)
  const isPrevious = input && transaction?.getHash().every((byte, i) => byte === input.hash[i])
  const spent = isPrevious ? transaction?.outs[input.index] : undefined
  const isConsistent =
    !witnessUtxo || (spent?.value === witnessUtxo.value && isSameScript(spent.script, witnessUtxo.script))
  if (!spent || !isConsistent) throw refused('spends an unknown output')
  return spent
}

const sumOf = (outputs: readonly TransactionOutput[]): bigint => outputs.reduce((sum, { value }) => sum + value, 0n)

function toContent({ script, value }: PsbtTxOutput, { network, account }: ReadOptions): Action | UndecodedCall {
  const to = toAddress(script, network)
  if (to !== undefined)
    return { type: 'transfer', from: account.address, to, amount: value, assetId: coinAssetId(network) }
  const data = readData(script)
  if (!data) throw refused('has an output of an unknown type')
  const call: DataCall = { data }
  const name = `OP_RETURN ${hex.encode(data)}`
  return { type: 'undecoded', call, target: 'OP_RETURN', name, ...(value > 0n && { value }) }
}

/** Decodes a PSBT into one action for each of the first `outputCount` outputs. One more output is valid: change to the account's own script. */
export function readPsbt(psbt: string, options: ReadOptions): PsbtSummary {
  initEccLib(ecc)
  const { network, account, outputCount } = options
  const parsed = Psbt.fromBase64(psbt)
  const own = readAddress(account.address).script
  const isOwn = ({ script }: TransactionOutput): boolean => isSameScript(script, own)
  const spent = parsed.txInputs.map((_, at) => spentOutput(parsed, at))
  if (!spent.every(isOwn)) throw refused('spends coins of another address')
  const outputs = parsed.txOutputs
  const change = outputs.slice(outputCount)
  if (outputs.length < outputCount || change.length > 1 || !change.every(isOwn))
    throw refused('does not have the expected outputs')
  const fee = sumOf(spent) - sumOf(outputs)
  if (fee < 0n) throw refused('pays more than it spends')
  const paid = sumOf(outputs.filter((output) => !isOwn(output)))
  return {
    contents: outputs.slice(0, outputCount).map((output) => toContent(output, options)),
    balanceChanges: paid > 0n ? [{ assetId: coinAssetId(network), amount: -paid }] : [],
    fee,
    extras: change.map(({ value }) => ({ code: 'change', amount: value })),
    inputCount: spent.length,
  }
}
