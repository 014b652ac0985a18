import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Abi,
  type Account,
  type Address,
  createWalletClient,
  type Hex,
  http,
  labelhash,
  namehash,
  parseAbi,
  publicActions,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { repository } from '../../setup/workspaces.mjs'

const codes: Readonly<Record<string, Hex>> = JSON.parse(
  readFileSync(join(repository, 'tests/corpora/ens-contracts.json'), 'utf8'),
)
const registryAbi = parseAbi([
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner) returns (bytes32)',
  'function setResolver(bytes32 node, address resolver)',
])
const resolverAbi = parseAbi([
  'constructor(address ens, address wrapper, address controller, address reverseRegistrar)',
  'function setAddr(bytes32 node, address to)',
  'function setAddr(bytes32 node, uint256 coinType, bytes to)',
  'function setText(bytes32 node, string key, string value)',
])
const reverseAbi = parseAbi([
  'constructor(address ens)',
  'function setDefaultResolver(address resolver)',
  'function setName(string name) returns (bytes32)',
])

/** Keys of the sandbox's third and first accounts: who runs ENS there, and whom the test wallet belongs to. */
export const keys = {
  registrar: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  holder: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  stranger: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
} as const satisfies Record<string, Hex>

interface Call {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

export interface EnsChain {
  readonly universalResolver: Address
  /** Gives a name below `.eth` to an address and makes it lead there; for other networks by their coin type. */
  register(label: string, to: Address, more?: { readonly coinType?: bigint; readonly avatar?: string }): Promise<void>
  /** Says that an account goes by a name, whether or not the name leads to it. */
  claim(key: Hex, name: string): Promise<void>
}

/**
 * ENS's own registry, resolver and reverse registrar on a local chain, from the bytecode of their public deployments. The Universal Resolver is a
 * small one of ours over them (tests/corpora/UniversalResolver.sol), as the code of ENS's own could not be had.
 */
export async function deployEns(rpcUrl: string): Promise<EnsChain> {
  const clientOf = (account: Account) =>
    createWalletClient({ account, chain: anvil, transport: http(rpcUrl) }).extend(publicActions)
  const registrar = privateKeyToAccount(keys.registrar)
  const client = clientOf(registrar)
  const deploy = async (name: string, abi: Abi = [], args: readonly unknown[] = []): Promise<Address> => {
    const hash = await client.deployContract({ abi, args, bytecode: codes[name] ?? '0x' } as never)
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error(`${name} was not made.`)
    return contractAddress
  }
  const writeAs = async (by: Account, { address, abi, functionName, args }: Call): Promise<void> => {
    const hash = await clientOf(by).writeContract({ address, abi, functionName, args } as never)
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`${functionName} failed.`)
  }
  const write = (address: Address, abi: Abi, [functionName, ...args]: readonly [string, ...unknown[]]) =>
    writeAs(registrar, { address, abi, functionName, args })
  const registry = await deploy('ENSRegistry')
  const own = (parent: Hex, label: string, owner: Address) =>
    write(registry, registryAbi, ['setSubnodeOwner', parent, labelhash(label), owner])
  await own(zeroHash, 'reverse', registrar.address)
  const reverse = await deploy('ReverseRegistrar', reverseAbi, [registry])
  await own(namehash('reverse'), 'addr', reverse)
  const nobody = '0x000000000000000000000000000000000000dEaD'
  const resolver = await deploy('PublicResolver', resolverAbi, [registry, nobody, nobody, reverse])
  await write(reverse, reverseAbi, ['setDefaultResolver', resolver])
  await own(zeroHash, 'eth', registrar.address)
  const universalResolver = await deploy('UniversalResolver', parseAbi(['constructor(address registry)']), [registry])
  return {
    universalResolver,
    async register(label, to, { coinType, avatar } = {}) {
      const node = namehash(`${label}.eth`)
      await own(namehash('eth'), label, registrar.address)
      await write(registry, registryAbi, ['setResolver', node, resolver])
      await write(resolver, resolverAbi, ['setAddr', node, to])
      if (coinType !== undefined) await write(resolver, resolverAbi, ['setAddr', node, coinType, to])
      if (avatar !== undefined) await write(resolver, resolverAbi, ['setText', node, 'avatar', avatar])
    },
    claim: (key, name) =>
      writeAs(privateKeyToAccount(key), { address: reverse, abi: reverseAbi, functionName: 'setName', args: [name] }),
  }
}
