import type { Context, Transactions } from '@wallet-modal/kernel'
import { createTransactions, feeSpeeds } from '@wallet-modal/kernel/transactions'
import type { SolanaCall } from '../contract.js'
import { buildTransaction, type DriverState } from './build.js'
import { readStatus } from './status.js'
import type { WalletAccess } from './wallet-access.js'

/** Transactions of Solana. The calls of a request are instructions, or one complete transaction built by a service. */
export function createSolanaTransactions(ctx: Context, wallets: WalletAccess): Transactions<SolanaCall> {
  const records = { lastBlocks: new Map(), unverified: new Map(), payloads: new Set<string>() }
  const state: DriverState = { ctx, wallets, records }
  return createTransactions<SolanaCall>(ctx, {
    namespace: 'solana',
    speeds: feeSpeeds,
    build: (request, signal) => buildTransaction(state, request, signal),
    status: (sent, signal) => readStatus(ctx, sent, records, signal),
    supportsBatch: async () => true,
  })
}
