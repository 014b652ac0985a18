import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import { type Account, type Network, type SendExtra, type SendReview, WalletModalError } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { initEccLib, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import { readAddress } from '../address.js'
import type { BitcoinNode } from './node.js'
import type { Coin, Selection } from './selection.js'
import { invalid } from './sentences.js'
import type { CoinKind } from './weight.js'

/** Says that it may be replaced by one that pays more (BIP-125). */
const REPLACEABLE = 0xfffffffd

const isSame = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && hex.encode(one) === hex.encode(other)

/** What an input has to tell of the account's key, by the kind of its address. */
function keyOf({ publicKey }: Account, kind: CoinKind, script: Uint8Array) {
  const key = publicKey === undefined ? undefined : hex.decode(publicKey)
  if (kind === 'p2sh-p2wpkh' && key?.length === 33) {
    const redeem = payments.p2wpkh({ pubkey: key })
    if (!isSame(payments.p2sh({ redeem }).output, script))
      throw invalid('This address belongs to more than one key. Send with the wallet that knows them.')
    return redeem.output ? { redeemScript: redeem.output } : {}
  }
  if (kind === 'p2tr' && key) {
    const tapInternalKey = key.length === 33 ? key.slice(1) : key
    // a wallet may name the key after its tweak, which belongs in no PSBT
    return isSame(payments.p2tr({ internalPubkey: tapInternalKey }).output, script) ? { tapInternalKey } : {}
  }
  return {}
}

interface Wanted {
  readonly account: Account
  readonly kind: CoinKind
  readonly receiver: string
  readonly selection: Selection
}

interface Source {
  readonly kind: CoinKind
  readonly script: Uint8Array
}

const notThat = (txid: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The node answered with another transaction than ${txid}.`)

/** The transactions that coins are of, by their ids, each asked for once. */
async function transactionsOf(node: BitcoinNode, coins: readonly Coin[]): Promise<ReadonlyMap<string, Transaction>> {
  const heights = new Map(coins.map(({ txid, height }) => [txid, height]))
  const asked = [...heights].map(async ([txid, height]) => {
    const transaction = Transaction.fromHex(await node.transaction(txid, height))
    if (transaction.getId() !== txid) throw notThat(txid)
    transaction.stripWitnesses() // the id does not cover them, and they may be long
    return [txid, transaction] as const
  })
  return new Map(await Promise.all(asked))
}

/**
 * What the inputs spend. Before taproot a signature covers the value of its own input only, so that a node which tells others could have a
 * fee signed that nobody saw (BIP-341 says how): there the whole transactions go along, which their ids vouch for.
 */
async function sourcesOf(node: BitcoinNode, coins: readonly Coin[], { kind, script }: Source) {
  if (kind === 'p2tr') return coins.map(({ value }) => ({ witnessUtxo: { script, value } }))
  const transactions = await transactionsOf(node, coins)
  return coins.map(({ txid, index, value }) => {
    const transaction = transactions.get(txid)
    const spent = transaction?.outs[index]
    if (!transaction || spent?.value !== value || !isSame(spent.script, script)) throw notThat(txid)
    const nonWitnessUtxo = transaction.toBuffer()
    return kind === 'p2pkh' ? { nonWitnessUtxo } : { nonWitnessUtxo, witnessUtxo: { script, value } }
  })
}

/** The PSBT of a payment in base64: the receiver's output first, then the change. */
export async function writePsbt(
  node: BitcoinNode,
  { account, kind, receiver, selection: { coins, amount, change } }: Wanted,
): Promise<string> {
  initEccLib(ecc)
  const { script } = readAddress(account.address)
  const key = keyOf(account, kind, script)
  const psbt = new Psbt()
  const sources = await sourcesOf(node, coins, { kind, script })
  for (const [at, { txid, index }] of coins.entries())
    psbt.addInput({ hash: txid, index, sequence: REPLACEABLE, ...sources[at], ...key })
  psbt.addOutput({ script: readAddress(receiver).script, value: amount })
  if (change > 0n) psbt.addOutput({ script, value: change })
  return psbt.toBase64()
}

const other = (what: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The transaction ${what}. Nothing was sent.`)

/** The output that an input spends, as the PSBT tells it: of the whole transaction where that is there. */
function spentBy(psbt: Psbt, at: number): { readonly script: Uint8Array; readonly value: bigint } {
  const { witnessUtxo, nonWitnessUtxo } = psbt.data.inputs[at] ?? {}
  const input = psbt.txInputs[at]
  if (witnessUtxo && !nonWitnessUtxo) return witnessUtxo
  const transaction = nonWitnessUtxo && Transaction.fromBuffer(nonWitnessUtxo)
  const spent = input && transaction?.getHash().every((byte, i) => byte === input.hash[i]) ? transaction : undefined
  const found = input && spent?.outs[input.index]
  const isSaid = !witnessUtxo || (found?.value === witnessUtxo.value && isSame(found.script, witnessUtxo.script))
  if (!found || !isSaid) throw other('spends something unknown')
  return found
}

interface Shown {
  readonly network: Network
  readonly account: Account
  readonly receiver: string
  /** How the fee came about, in words. */
  readonly rate: string
}

/** What a PSBT says, read from its bytes: it has to pay the receiver first, and nobody but the account after that. */
export function readReview(psbt: string, { network, account, receiver, rate }: Shown): SendReview {
  initEccLib(ecc)
  const read = Psbt.fromBase64(psbt)
  const own = readAddress(account.address).script
  const spent = read.txInputs.map((_, at) => spentBy(read, at))
  if (spent.some(({ script }) => !isSame(script, own))) throw other('spends coins of another address')
  const [payment, ...rest] = read.txOutputs
  if (!payment || !isSame(payment.script, readAddress(receiver).script)) throw other('pays another receiver')
  if (rest.length > 1 || rest.some(({ script }) => !isSame(script, own))) throw other('pays somebody else as well')
  const change = rest.reduce((sum, { value }) => sum + value, 0n)
  const fee = spent.reduce((sum, { value }) => sum + value, 0n) - payment.value - change
  if (fee < 0n) throw other('pays more than it spends')
  const extras: readonly SendExtra[] = change > 0n ? [{ code: 'change', amount: change }] : []
  return {
    from: account.address,
    to: receiver,
    caipNetworkId: network.caipNetworkId,
    assetId: coinAssetId(network),
    amount: payment.value,
    fee,
    extras,
    call: `${spent.length} × ${spent.length === 1 ? 'input' : 'inputs'}, ${read.txOutputs.length} × ${read.txOutputs.length === 1 ? 'output' : 'outputs'}, ${rate}`,
    payload: psbt,
  }
}
