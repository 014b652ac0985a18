import type { EngineEns } from '../../engines/engine.js'
import type { NodeRpc } from '../../engines/node-rpc.js'
import { DEFAULT_EVM, ETHEREUM, primaryNameCalls, registerCalls } from './ens-calls.js'
import { ensDeployer } from './ens-contracts.js'

const DEPLOYER_BALANCE_WEI = `0x${(10n ** 21n).toString(16)}`

/** Registers names in the chain's ENS deployment. If block production is stopped, a registration takes effect in the next block. */
export const createEvmEns = ({ call }: NodeRpc): EngineEns => ({
  async register(record) {
    const coinTypes = [...new Set([record.coinType, ETHEREUM, DEFAULT_EVM])]
    const calls = [
      ...(await registerCalls({ ...record, coinTypes })),
      ...(await primaryNameCalls(record.address, record.name)),
    ]
    await call('anvil_setBalance', [ensDeployer, DEPLOYER_BALANCE_WEI])
    await call('anvil_impersonateAccount', [ensDeployer])
    for (const one of calls) await call('eth_sendTransaction', [{ from: ensDeployer, ...one }])
  },
})
