import type { Context, Transactions } from '@wallet-modal/kernel'
import { createTransactions } from '@wallet-modal/kernel/transactions'
import type { StellarCall } from '../contract.js'
import { build } from './build.js'
import { readStatus } from './status.js'

/** Creates the Stellar implementation of `Transactions`. Each call is one Stellar operation of any type; a transaction contains one or more. */
export const createStellarTransactions = (ctx: Context): Transactions<StellarCall> =>
  createTransactions<StellarCall>(ctx, {
    namespace: 'stellar',
    speeds: [],
    build: (request, signal) => build(ctx, request, signal),
    status: (sent, signal) => readStatus(ctx, sent, signal),
    supportsBatch: async () => true,
  })
