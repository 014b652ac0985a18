import { RpcFault } from '../rpc/fault.js'
import { snapshotOf } from '../solana-record.js'
import { type ChainState, errorOf } from './chain-state.js'

/** Sends lamports from the chain's own faucet and returns the signature. Throws `RpcFault`. */
export function airdrop(chain: ChainState, address: string, lamports: bigint): string {
  const { modules, machine, clock, accounts, statuses, records } = chain
  const { litesvm, kit } = modules
  clock.advance()
  const before = snapshotOf([address], accounts.read)
  const outcome = machine.airdrop(kit.address(address), kit.lamports(lamports))
  const err = errorOf(chain, outcome)
  if (outcome === null || err !== null)
    throw new RpcFault(-32603, `The faucet could not send ${lamports} lamports: ${JSON.stringify(err)}`)
  if (!(outcome instanceof litesvm.TransactionMetadata)) throw new RpcFault(-32603, 'The faucet gave no receipt.')
  const signature = kit.getBase58Decoder().decode(outcome.signature())
  statuses.set(signature, { slot: clock.slot, err: null })
  records.add({
    ...{ signature, slot: clock.slot, blockTime: clock.blockTime(), err: null, keys: [address] },
    // LiteSVM does not expose the airdrop's transaction
    ...{ bytes: new Uint8Array(), lookedUp: { writable: [], readonly: [] }, instructions: [], fee: 0n },
    ...{ logs: outcome.logs(), unitsConsumed: outcome.computeUnitsConsumed() },
    ...{ before, after: snapshotOf([address], accounts.read) },
  })
  return signature
}
