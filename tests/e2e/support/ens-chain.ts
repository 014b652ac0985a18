import {
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  namehash,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { type EnsCall, registerCalls, setOwnerCall } from '../../../plugins/sandbox/src/server/evm/ens/ens-calls.js'
import { ensContracts, ensDeployer } from '../../../plugins/sandbox/src/server/evm/ens/ens-contracts.js'

import type { EnsGateway } from './ens-gateway.js'

/**
 * Keys of three development accounts of the sandbox. The account of `registrar` deploys contracts for tests, the account of `holder` is in the test
 * wallet, and the account of `stranger` belongs to another visitor.
 */
export const keys = {
  registrar: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  holder: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  stranger: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
} as const satisfies Record<string, Hex>

/** Coin type of Ethereum (SLIP-44). */
const ETHEREUM = 60

export interface EnsChain {
  /** Registers a name below `.eth`. Sets the name's address for Ethereum and, if given, also for another coin type. */
  register(label: string, to: Address, more?: { readonly coinType?: bigint; readonly avatar?: string }): Promise<void>
  /**
   * Sets the primary name of an account, on Ethereum or as the default for EVM networks (ENSIP-19). Does not check that the name resolves to the
   * account.
   */
  claim(key: Hex, name: string, where?: 'ethereum' | 'elsewhere'): Promise<void>
  /** Sets an offchain resolver for a name and the names below it. */
  keepOutside(label: string, gateway: EnsGateway): Promise<void>
}

/** Writes to ENS's own contracts on the sandbox's chain, with a separate client. */
export function ensAt(rpcUrl: string, id: number = anvil.id): EnsChain {
  const client = createTestClient({
    chain: { ...anvil, id },
    mode: 'anvil',
    transport: http(rpcUrl),
    pollingInterval: 50,
  })
    .extend(publicActions)
    .extend(walletActions)
  const settle = async (hash: Hex): Promise<void> => {
    const { status } = await client.waitForTransactionReceipt({ hash, timeout: 60_000 }).catch(async (error: Error) => {
      throw new Error(`${error.message}\nThe node’s pool: ${JSON.stringify(await client.inspectTxpool())}`)
    })
    if (status !== 'success') throw new Error(`The transaction ${hash} failed.`)
  }
  const asDeployer = async (calls: readonly EnsCall[]): Promise<void> => {
    await client.setBalance({ address: ensDeployer, value: 10n ** 20n })
    await client.impersonateAccount({ address: ensDeployer })
    for (const { to, data } of calls)
      await settle(await client.sendTransaction({ account: ensDeployer, to: to as Address, data: data as Hex }))
  }
  return {
    async register(label, address, { coinType, avatar } = {}) {
      const coinTypes = [ETHEREUM, ...(coinType === undefined ? [] : [Number(coinType)])]
      const record = { name: `${label}.eth`, address, coinTypes, ...(avatar !== undefined && { avatar }) }
      const parent = record.name.split('.').slice(1).join('.')
      await asDeployer([...(parent === 'eth' ? [] : [await setOwnerCall(parent)]), ...(await registerCalls(record))])
    },
    async keepOutside(label, { resolver }) {
      await asDeployer([])
      const hash = await client.deployContract({ account: ensDeployer, ...resolver } as never)
      const { contractAddress } = await client.waitForTransactionReceipt({ hash })
      if (!contractAddress) throw new Error('The resolver was not deployed.')
      const abi = parseAbi(['function setResolver(bytes32 node, address resolver)'])
      const args = [namehash(`${label}.eth`), contractAddress] as const
      const data = encodeFunctionData({ abi, functionName: 'setResolver', args })
      await asDeployer([await setOwnerCall(`${label}.eth`), { to: ensContracts.registry, data }])
    },
    async claim(key, name, where = 'ethereum') {
      const abi = parseAbi(['function setName(string name)'])
      const address = where === 'ethereum' ? ensContracts.reverseRegistrar : ensContracts.defaultReverseRegistrar
      const call = { address, abi, functionName: 'setName', args: [name] } as const
      await settle(await client.writeContract({ account: privateKeyToAccount(key), ...call }))
    },
  }
}
