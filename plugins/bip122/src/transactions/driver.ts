import type { Context, TransactionDriver, Transactions } from '@wallet-modal/kernel'
import { createTransactions, feeSpeeds } from '@wallet-modal/kernel/transactions'
import type { BitcoinCall } from '../contract.js'
import { buildTransaction } from './build.js'
import type { SentInputs } from './sent-inputs.js'
import { readStatus } from './status.js'

export function createBitcoinDriver(ctx: Context): TransactionDriver<BitcoinCall> {
  const sentInputs: SentInputs = new Map()
  return {
    namespace: 'bip122',
    speeds: feeSpeeds,
    build: (request, signal) => buildTransaction(ctx, request, sentInputs, signal),
    status: (sent, signal) => readStatus(ctx, sent, sentInputs, signal),
    supportsBatch: async () => true,
  }
}

/** Bitcoin transactions: payments and `OP_RETURN` outputs, as PSBTs. */
export const createBitcoinTransactions = (ctx: Context): Transactions<BitcoinCall> =>
  createTransactions(ctx, createBitcoinDriver(ctx))
