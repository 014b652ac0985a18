import type { Account } from '../solana-machine.js'
import { type ChainState, decodeTransaction, errorOf } from './chain-state.js'

export interface Simulation {
  readonly err: unknown
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
  /** States of the transaction's accounts by address, after its execution and with the fee deducted. Unchanged states if the transaction failed. */
  readonly accounts: ReadonlyMap<string, Account | undefined>
}

export interface SimulationOptions {
  /** Whether a transaction with an unknown or old blockhash is accepted. */
  readonly replaceBlockhash: boolean
  /** Whether the signatures are verified. */
  readonly verify: boolean
}

/** Runs a transaction without changing the chain. Throws `RpcFault` if the bytes are not a transaction. */
export function simulateTransaction(
  chain: ChainState,
  bytes: Uint8Array,
  { replaceBlockhash, verify }: SimulationOptions,
): Simulation {
  const { machine, clock } = chain
  clock.advance()
  const { transaction, message } = decodeTransaction(chain, bytes)
  const accounts = chain.accounts.readAll(message.keys)
  const refused = (err: string): Simulation => ({ err, logs: [], unitsConsumed: 0n, accounts })
  if (!replaceBlockhash && !clock.accepts(message.blockhash)) return refused('BlockhashNotFound')
  if (verify && Object.values(transaction.signatures).includes(null)) return refused('SignatureFailure')
  machine.svm.setSigverify(verify)
  try {
    const { outcome, accounts: changed } = machine.simulate(bytes, message.version)
    const meta = outcome.meta()
    const after = changed.map((one): [string, Account] => [one.address, one])
    return {
      ...{ err: errorOf(chain, outcome), logs: meta.logs(), unitsConsumed: meta.computeUnitsConsumed() },
      accounts: new Map([...accounts, ...after]),
    }
  } finally {
    machine.svm.setSigverify(true)
  }
}
