import { Keypair, type Transaction } from '@stellar/stellar-base'
import type { Context, DriverOutcome } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { changedMeanwhile, notSent } from '@wallet-modal/kernel/transactions'
import { isRejection } from '../errors.js'
import { createHorizon, type Submitted } from '../horizon.js'
import { parseAccount, parseNetworkId, parseSigned, parseWallet } from '../wallet.js'
import { parseTransaction } from './read-back.js'

interface Signable {
  readonly provider: unknown
  readonly transaction: Transaction
  readonly caipNetworkId: string
}

const reasons: Readonly<Record<string, string>> = {
  tx_bad_seq: 'Another transaction of this account was included first. Try again.',
  tx_insufficient_fee: 'The network asks for a higher fee now. Try again later.',
  tx_insufficient_balance: 'The fee is more than this account can pay.',
  tx_too_late: 'It took too long. Try again.',
}

/** See `BuiltTransaction.checkWallet`. */
export async function checkWallet(provider: unknown, from: string, caipNetworkId: string): Promise<void> {
  const wallet = parseWallet(provider)
  if (parseAccount(await wallet.getAddress()).address !== from)
    throw changedMeanwhile(`The wallet no longer uses ${from}.`)
  if (parseNetworkId(await wallet.getNetwork()) !== caipNetworkId)
    throw changedMeanwhile('The wallet uses another network now.')
}

const isSignedBy = (transaction: Transaction, address: string): boolean =>
  transaction.signatures.some((one) => Keypair.fromPublicKey(address).verify(transaction.hash(), one.signature()))

/** Requests the signature. `undefined` if the visitor rejected. Sends nothing. */
async function sign({ provider, transaction }: Signable): Promise<Transaction | undefined> {
  const { source: address, networkPassphrase } = transaction
  const wallet = parseWallet(provider)
  if (!wallet.signTransaction) throw notSent('The wallet cannot sign transactions.')
  let signed: Transaction
  try {
    const answer = await wallet.signTransaction(transaction.toXDR(), { address, networkPassphrase })
    signed = parseTransaction(parseSigned(answer), networkPassphrase)
  } catch (error) {
    if (isRejection(error)) return undefined
    throw error
  }
  if (!signed.hash().equals(transaction.hash()))
    throw notSent('The wallet signed a different transaction than the one that was shown.')
  if (!isSignedBy(signed, address)) throw invalidReply('signTransaction', `signed by ${address}`)
  return signed
}

/** See `BuiltTransaction.send`. The wallet only signs, so that the hash is known before the transaction is sent. */
export async function signAndSubmit(ctx: Context, signable: Signable): Promise<DriverOutcome> {
  const signed = await sign(signable)
  if (!signed) return { status: 'rejected' }
  const known = { hash: signed.hash().toString('hex'), trace: signed.timeBounds?.maxTime ?? '0' }
  let answer: Submitted
  try {
    answer = await createHorizon(ctx, signable.caipNetworkId, ctx.abortSignal).submit(signed.toXDR())
  } catch (cause) {
    return { status: 'unknown', ...known, cause }
  }
  // a transaction with the result tx_failed may be in a ledger; `status` reads its result
  if ('hash' in answer || answer.reason === 'tx_failed') return { status: 'sent', ...known }
  const { reason } = answer
  throw notSent(
    Object.hasOwn(reasons, reason) ? String(reasons[reason]) : `The network rejected the transaction: ${reason}`,
  )
}
