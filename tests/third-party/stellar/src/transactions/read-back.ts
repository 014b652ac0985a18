import { type Asset, type Operation, Transaction, TransactionBuilder } from '@stellar/stellar-base'
import { type Action, parseAmount, type UndecodedCall } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import type { StellarCall } from '../contract.js'

const DECIMALS = 7

/** Parses a transaction from XDR. Throws `INVALID_DATA` for anything else, including fee-bump transactions. */
export function parseTransaction(payload: string, networkPassphrase: string): Transaction {
  let parsed: unknown
  try {
    parsed = TransactionBuilder.fromXDR(payload, networkPassphrase)
  } catch {
    // thrown below
  }
  if (parsed instanceof Transaction) return parsed
  throw invalidReply('signTransaction', 'a transaction')
}

const assetIdOf = (asset: Asset, caipNetworkId: string): string =>
  asset.isNative() ? `${caipNetworkId}/slip44:148` : `${caipNetworkId}/asset:${asset.getCode()}-${asset.getIssuer()}`

function toContent(
  operation: Operation,
  from: string,
  call: StellarCall,
  caipNetworkId: string,
): Action | UndecodedCall {
  if (operation.type === 'payment') {
    const { asset, amount, destination: to } = operation
    const assetId = assetIdOf(asset, caipNetworkId)
    return { type: 'transfer', from, to, assetId, amount: parseAmount(amount, DECIMALS) }
  }
  if (operation.type === 'createAccount') {
    const { startingBalance, destination: to } = operation
    const assetId = `${caipNetworkId}/slip44:148`
    return { type: 'transfer', from, to, assetId, amount: parseAmount(startingBalance, DECIMALS) }
  }
  return { type: 'undecoded', call, target: from, name: operation.type }
}

/** Contents of a transaction: payments and account creations decoded, other operations undecoded. */
export function readContents(transaction: Transaction, caipNetworkId: string): readonly (Action | UndecodedCall)[] {
  const { operations, source } = transaction
  const calls = transaction.toEnvelope().v1().tx().operations()
  return operations.map((operation, at) => {
    const call: StellarCall = { operation: calls[at]?.toXDR('base64') ?? '' }
    return toContent(operation, operation.source ?? source, call, caipNetworkId)
  })
}
