import type { Address } from 'viem'
import { ensContracts, ensDeployer } from './ens-contracts.js'

/** Transaction to send from the ENS deployer. */
export interface EnsCall {
  readonly to: string
  readonly data: string
}

export interface EnsRecord {
  /** Normalized (ENSIP-15). The deployer must own the parent name. */
  readonly name: string
  readonly address: string
  /** SLIP-44 or ENSIP-11 coin types that resolve to the address. */
  readonly coinTypes: readonly number[]
  readonly avatar?: string
}

/** Coin type of Ethereum (SLIP-44). */
export const ETHEREUM = 60
/** Coin type of the default EVM address, which applies to networks without their own address record (ENSIP-19). */
export const DEFAULT_EVM = 0x80000000

const splitName = (name: string): readonly [label: string, parent: string] => {
  const at = name.indexOf('.')
  return at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)]
}

/** Transactions that register a name for an account and set the name's records. The account owns the name and can change its records. */
export async function registerCalls({ name, address, coinTypes, avatar }: EnsRecord): Promise<readonly EnsCall[]> {
  const { encodeFunctionData, getAddress, labelhash, namehash, parseAbi } = await import('viem')
  const abi = parseAbi([
    'function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)',
    'function multicall(bytes[] data) returns (bytes[])',
    'function setAddr(bytes32 node, uint256 coinType, bytes to)',
    'function setText(bytes32 node, string key, string value)',
  ])
  const [label, parent] = splitName(name)
  const node = namehash(name)
  const owner: Address = getAddress(address)
  const records = coinTypes.map((coinType) =>
    encodeFunctionData({ abi, functionName: 'setAddr', args: [node, BigInt(coinType), owner] }),
  )
  if (avatar !== undefined)
    records.push(encodeFunctionData({ abi, functionName: 'setText', args: [node, 'avatar', avatar] }))
  const { registry, publicResolver } = ensContracts
  const register = [namehash(parent), labelhash(label), owner, publicResolver, 0n] as const
  return [
    { to: registry, data: encodeFunctionData({ abi, functionName: 'setSubnodeRecord', args: register }) },
    { to: publicResolver, data: encodeFunctionData({ abi, functionName: 'multicall', args: [records] }) },
  ]
}

/** Transactions that set an account's primary name on Ethereum, and its default primary name on all other EVM networks (ENSIP-19). */
export async function primaryNameCalls(address: string, name: string): Promise<readonly EnsCall[]> {
  const { encodeFunctionData, getAddress, parseAbi } = await import('viem')
  const { publicResolver, reverseRegistrar, defaultReverseRegistrar } = ensContracts
  const owner = getAddress(address)
  const onEthereum = parseAbi(['function setNameForAddr(address addr, address owner, address resolver, string name)'])
  const elsewhere = parseAbi(['function setNameForAddr(address addr, string name)'])
  return [
    {
      to: reverseRegistrar,
      data: encodeFunctionData({
        ...{ abi: onEthereum, functionName: 'setNameForAddr' },
        args: [owner, owner, publicResolver, name],
      }),
    },
    {
      to: defaultReverseRegistrar,
      data: encodeFunctionData({ abi: elsewhere, functionName: 'setNameForAddr', args: [owner, name] }),
    },
  ]
}

/** Transaction that sets the owner of a name. The deployer must own the parent name. Default owner: the deployer. */
export async function setOwnerCall(name: string, owner: string = ensDeployer): Promise<EnsCall> {
  const { encodeFunctionData, getAddress, labelhash, namehash, parseAbi } = await import('viem')
  const abi = parseAbi(['function setSubnodeOwner(bytes32 node, bytes32 label, address owner) returns (bytes32)'])
  const [label, parent] = splitName(name)
  const args = [namehash(parent), labelhash(label), getAddress(owner)] as const
  return { to: ensContracts.registry, data: encodeFunctionData({ abi, functionName: 'setSubnodeOwner', args }) }
}
