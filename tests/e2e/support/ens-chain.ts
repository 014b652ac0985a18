import { type Address, createTestClient, type Hex, http, parseAbi, publicActions, walletActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { registerCalls } from '../../../plugins/sandbox/src/server/evm/ens/ensCalls.js'
import { ensContracts, ensDeployer } from '../../../plugins/sandbox/src/server/evm/ens/ensContracts.js'

/** Keys of the sandbox's third, first and second accounts: of whoever deploys contracts for a test, of the test wallet, and of a stranger. */
export const keys = {
  registrar: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  holder: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  stranger: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
} as const satisfies Record<string, Hex>

/** Coin type of Ethereum (SLIP-44). */
const ETHEREUM = 60

export interface EnsChain {
  /** Gives a name below `.eth` to an address and makes it lead there; for other networks by their coin type. */
  register(label: string, to: Address, more?: { readonly coinType?: bigint; readonly avatar?: string }): Promise<void>
  /** Says that an account goes by a name, whether or not the name leads to it. */
  claim(key: Hex, name: string): Promise<void>
}

/** ENS's own contracts on the sandbox's chain, written to by a client of its own. */
export function ensAt(rpcUrl: string): EnsChain {
  const client = createTestClient({ chain: anvil, mode: 'anvil', transport: http(rpcUrl), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions)
  const settle = async (hash: Hex): Promise<void> => {
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`The transaction ${hash} failed.`)
  }
  return {
    async register(label, address, { coinType, avatar } = {}) {
      const coinTypes = [ETHEREUM, ...(coinType === undefined ? [] : [Number(coinType)])]
      const record = { name: `${label}.eth`, address, coinTypes, ...(avatar !== undefined && { avatar }) }
      await client.setBalance({ address: ensDeployer, value: 10n ** 20n })
      await client.impersonateAccount({ address: ensDeployer })
      for (const { to, data } of await registerCalls(record))
        await settle(await client.sendTransaction({ account: ensDeployer, to: to as Address, data: data as Hex }))
    },
    async claim(key, name) {
      const abi = parseAbi(['function setName(string name) returns (bytes32)'])
      const call = { address: ensContracts.reverseRegistrar, abi, functionName: 'setName', args: [name] } as const
      await settle(await client.writeContract({ account: privateKeyToAccount(key), ...call }))
    },
  }
}
