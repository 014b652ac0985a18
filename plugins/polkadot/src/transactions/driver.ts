import type { TransactionDriver, Transactions } from '@wallet-modal/kernel'
import { createTransactions } from '@wallet-modal/kernel/transactions'
import type { ChainContext } from '../chain-context.js'
import type { PolkadotCall } from '../contract.js'
import { buildTransaction } from './build.js'
import { hasBatch } from './calls.js'
import type { InclusionWindows } from './inclusion-window.js'
import { readStatus } from './status.js'

export function createPolkadotDriver(
  chains: ChainContext,
  inclusionWindows: InclusionWindows,
): TransactionDriver<PolkadotCall> {
  return {
    namespace: 'polkadot',
    speeds: [],
    build: (request) => buildTransaction(chains, request, inclusionWindows),
    status: (sent, signal) => readStatus(chains, sent, inclusionWindows, signal),
    supportsBatch: async (_, network) => hasBatch(await (await chains.apis()).of(network)),
  }
}

/** Transactions of the namespace `polkadot` (Polkadot, Kusama, Westend and their parachains): calls of any pallet, as extrinsics. */
export const createPolkadotTransactions = (chains: ChainContext): Transactions<PolkadotCall> =>
  createTransactions(chains.ctx, createPolkadotDriver(chains, new Map()))
