import type { Context, Transactions } from '@wallet-modal/kernel'
import { createTransactions } from '@wallet-modal/kernel/transactions'
import type { SolanaInstruction } from '../contract.js'
import { build, type DriverState } from './build.js'
import { speeds } from './speeds.js'
import { findStatus } from './status.js'
import type { WalletAccess } from './wallet-access.js'

/** Transactions of any instructions, which are the calls of a request. */
export function createSolanaTransactions(ctx: Context, wallets: WalletAccess): Transactions<SolanaInstruction> {
  const records = { lastBlocks: new Map(), unverified: new Map(), payloads: new Set<string>() }
  const state: DriverState = { ctx, wallets, records }
  return createTransactions<SolanaInstruction>(ctx, {
    namespace: 'solana',
    speeds,
    build: (request, signal) => build(state, request, signal),
    status: (sent, signal) => findStatus(ctx, sent, records, signal),
    supportsBatch: async () => true,
  })
}
