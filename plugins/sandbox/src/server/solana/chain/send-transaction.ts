import { preflightFault } from '../rpc/fault.js'
import { feeOf } from '../solana-message.js'
import { snapshotOf } from '../solana-record.js'
import { type ChainState, decodeTransaction, errorOf } from './chain-state.js'
import { simulateTransaction } from './simulate-transaction.js'

/**
 * Executes a transaction and returns its signature. Throws `RpcFault` if a node would refuse the transaction. As on a node, a transaction is
 * dropped if its blockhash has expired or if it fails before its execution. The function then returns the signature, but the chain has no status for
 * it. `skipPreflight`: executes the transaction without simulating it first.
 */
export function sendTransaction(chain: ChainState, bytes: Uint8Array, skipPreflight: boolean): string {
  const { machine, clock, accounts, statuses, records } = chain
  clock.advance()
  const { transaction, message, signature } = decodeTransaction(chain, bytes)
  if (signature === undefined) throw preflightFault('SignatureFailure', [])
  if (statuses.has(signature)) throw preflightFault('AlreadyProcessed', [])
  if (!skipPreflight) checkPreflight(chain, bytes)
  if (!clock.accepts(message.blockhash)) return signature // nodes drop such a transaction without an error
  if (Object.values(transaction.signatures).includes(null)) throw preflightFault('SignatureFailure', [])
  const { keys, loadedAddresses, instructions } = message
  const before = snapshotOf(keys, accounts.read)
  const outcome = machine.send(bytes, message.version)
  const err = errorOf(chain, outcome)
  // `err` is an object if the execution failed: the transaction is on the chain and paid its fee
  // `err` is a string if the transaction failed before its execution: it is not on the chain
  if (err !== null && typeof err !== 'object') return signature
  statuses.set(signature, { slot: clock.slot, err })
  const meta = machine.isFailure(outcome) ? outcome.meta() : outcome
  records.add({
    ...{ signature, slot: clock.slot, blockTime: clock.blockTime(), err },
    ...{ bytes, keys, loadedAddresses, instructions, fee: feeOf(message) },
    ...{ logs: meta.logs(), unitsConsumed: meta.computeUnitsConsumed() },
    ...{ before, after: snapshotOf(keys, accounts.read) },
  })
  return signature
}

function checkPreflight(chain: ChainState, bytes: Uint8Array): void {
  const { err, logs } = simulateTransaction(chain, bytes, { replaceBlockhash: false, verify: true })
  if (err !== null) throw preflightFault(err, logs)
}
