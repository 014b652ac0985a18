import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import { type Account, WalletModalError } from '@wallet-modal/kernel'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import { initEccLib, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import { readAddress } from '../address.js'
import type { BitcoinNode } from '../contract.js'
import type { Coin, Output, Selection } from './selection.js'
import type { CoinKind } from './weight.js'

/** Sequence number that makes the transaction replaceable by one with a higher fee (BIP-125). */
const REPLACEABLE = 0xfffffffd

export const isSameScript = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && hex.encode(one) === hex.encode(other)

/** PSBT fields that are derived from the account's public key: `redeemScript` or `tapInternalKey`. Empty for address types that need neither. */
function keyFields({ publicKey }: Account, kind: CoinKind, script: Uint8Array) {
  const key = publicKey === undefined ? undefined : hex.decode(publicKey)
  if (kind === 'p2sh-p2wpkh' && key?.length === 33) {
    const redeem = payments.p2wpkh({ pubkey: key })
    if (!isSameScript(payments.p2sh({ redeem }).output, script))
      throw invalidArgument('This address needs several signatures (multisig). Send with the wallet that manages it.')
    return redeem.output ? { redeemScript: redeem.output } : {}
  }
  if (kind === 'p2tr' && key) {
    const tapInternalKey = key.length === 33 ? key.slice(1) : key
    // a wallet may return the tweaked key instead of the internal key
    return isSameScript(payments.p2tr({ internalPubkey: tapInternalKey }).output, script) ? { tapInternalKey } : {}
  }
  return {}
}

interface PsbtContent {
  readonly account: Account
  readonly kind: CoinKind
  readonly outputs: readonly Output[]
  readonly selection: Selection
}

const wrongAnswer = (txid: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The node's answer does not match transaction ${txid}.`)

/** Previous transactions of the coins, by id. Each is requested once. */
async function transactionsOf(node: BitcoinNode, coins: readonly Coin[]): Promise<ReadonlyMap<string, Transaction>> {
  const heights = new Map(coins.map(({ txid, height }) => [txid, height]))
  const pending = [...heights].map(async ([txid, height]) => {
    const transaction = Transaction.fromHex(await node.transaction(txid, height))
    if (transaction.getId() !== txid) throw wrongAnswer(txid)
    transaction.stripWitnesses() // the id does not cover witnesses, and they may be long
    return [txid, transaction] as const
  })
  return new Map(await Promise.all(pending))
}

/**
 * Input fields that describe the spent outputs. Before taproot, a signature covers at most the value of its own input. A dishonest node that reports
 * wrong values for the other inputs could therefore cause a higher fee than displayed (see BIP-341). So the PSBT includes the complete previous
 * transactions: their ids prove the values.
 */
async function spentOutputs(
  node: BitcoinNode,
  coins: readonly Coin[],
  { kind, script }: { readonly kind: CoinKind; readonly script: Uint8Array },
) {
  if (kind === 'p2tr') return coins.map(({ value }) => ({ witnessUtxo: { script, value } }))
  const transactions = await transactionsOf(node, coins)
  return coins.map(({ txid, index, value }) => {
    const transaction = transactions.get(txid)
    const spent = transaction?.outs[index]
    if (!transaction || spent?.value !== value || !isSameScript(spent.script, script)) throw wrongAnswer(txid)
    const nonWitnessUtxo = transaction.toBuffer()
    return kind === 'p2pkh' ? { nonWitnessUtxo } : { nonWitnessUtxo, witnessUtxo: { script, value } }
  })
}

/** PSBT (BIP-174) in base64: the outputs in order, then the change. */
export async function writePsbt(
  node: BitcoinNode,
  { account, kind, outputs, selection: { coins, amounts, change } }: PsbtContent,
): Promise<string> {
  initEccLib(ecc)
  const { script: ownScript } = readAddress(account.address)
  const key = keyFields(account, kind, ownScript)
  const psbt = new Psbt()
  const spent = await spentOutputs(node, coins, { kind, script: ownScript })
  // not `psbt.addInput`: it checks all earlier inputs again, which takes seconds for an account with hundreds of coins
  for (const [at, { txid, index }] of coins.entries())
    psbt.data.addInput({ hash: txid, index, sequence: REPLACEABLE, ...spent[at], ...key })
  for (const [at, { script }] of outputs.entries()) psbt.addOutput({ script, value: amounts[at] ?? 0n })
  if (change > 0n) psbt.addOutput({ script: ownScript, value: change })
  return psbt.toBase64()
}
