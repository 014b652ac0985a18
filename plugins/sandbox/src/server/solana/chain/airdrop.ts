import { RpcFault } from '../rpc/fault.js'
import { snapshotOf } from '../solana-record.js'
import { type ChainState, errorOf } from './chain-state.js'

/** Sends lamports from the chain's own faucet and returns the signature. Throws `RpcFault`. */
export function airdrop(chain: ChainState, address: string, lamports: bigint): string {
  const { modules, machine, clock, accounts, statuses, records } = chain
  clock.advance()
  const before = snapshotOf([address], accounts.read)
  const outcome = machine.airdrop(address, lamports)
  if (outcome === null || machine.isFailure(outcome)) {
    const reason = JSON.stringify(errorOf(chain, outcome))
    throw new RpcFault(-32603, `The faucet could not send ${lamports} lamports: ${reason}`)
  }
  const signature = modules.kit.getBase58Decoder().decode(outcome.signature())
  statuses.set(signature, { slot: clock.slot, err: null })
  records.add({
    ...{ signature, slot: clock.slot, blockTime: clock.blockTime(), err: null, keys: [address] },
    // empty, because LiteSVM does not expose the transaction of an airdrop
    ...{ bytes: new Uint8Array(), loadedAddresses: { writable: [], readonly: [] }, instructions: [], fee: 0n },
    ...{ logs: outcome.logs(), unitsConsumed: outcome.computeUnitsConsumed() },
    ...{ before, after: snapshotOf([address], accounts.read) },
  })
  return signature
}
