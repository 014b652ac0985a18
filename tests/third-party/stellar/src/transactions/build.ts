import { Account, TransactionBuilder, xdr } from '@stellar/stellar-base'
import type { BuiltTransaction, Context, TransactionRequest } from '@wallet-modal/kernel'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import type { StellarCall } from '../contract.js'
import { notEnough } from '../errors.js'
import { createHorizon } from '../horizon.js'
import { passphraseOf } from '../wallet.js'
import { MAX_FEE } from './fee.js'
import { parseTransaction, readContents } from './read-back.js'
import { checkWallet, signAndSubmit } from './submit.js'

/** Validity of a transaction in seconds. */
const LIFETIME = 300

function toOperation({ operation }: StellarCall): xdr.Operation {
  try {
    return xdr.Operation.fromXDR(operation, 'base64')
  } catch {
    throw invalidArgument('A call is not a Stellar operation.')
  }
}

/** See `TransactionDriver.build`. */
export async function build(
  ctx: Context,
  { connection, network, calls }: TransactionRequest<StellarCall>,
  signal: AbortSignal,
): Promise<BuiltTransaction> {
  const { caipNetworkId } = network
  const { account, provider } = connection
  const operations = calls.map(toOperation)
  const sender = await createHorizon(ctx, caipNetworkId, signal).account(account.address)
  if (!sender) throw notEnough(network.nativeCurrency.symbol)
  const networkPassphrase = passphraseOf(caipNetworkId)
  const builder = new TransactionBuilder(new Account(account.address, sender.sequence), {
    fee: String(MAX_FEE),
    networkPassphrase,
  }).setTimeout(LIFETIME)
  for (const operation of operations) builder.addOperation(operation)
  const payload = builder.build().toXDR()
  const transaction = parseTransaction(payload, networkPassphrase)
  return {
    from: transaction.source,
    caipNetworkId,
    contents: readContents(transaction, caipNetworkId),
    balanceChanges: 'unavailable',
    fee: BigInt(transaction.fee),
    extras: [],
    call: transaction.operations.map(({ type }) => type).join(', '),
    payload,
    currentPayload: () => payload,
    checkWallet: () => checkWallet(provider, transaction.source, caipNetworkId),
    send: () => signAndSubmit(ctx, { provider, transaction, caipNetworkId }),
  }
}
