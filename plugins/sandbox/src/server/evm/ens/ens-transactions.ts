import { developmentAccounts } from '../development-accounts.js'
import { ensBytecode } from './ens-bytecode.js'
import { DEFAULT_EVM, type EnsCall, ETHEREUM, primaryNameCalls, registerCalls, setOwnerCall } from './ens-calls.js'
import { ensContracts, ensDeployer, ensNames } from './ens-contracts.js'

type Deployment = Pick<EnsCall, 'data'>

/** Parent names under which the deployer registers names. */
const zones = ['eth', 'id', 'reown.id']
/** Placeholder for the addresses of contracts that this deployment does not have. */
const placeholder = '0x000000000000000000000000000000000000dead'

/**
 * Transactions that deploy ENS, then transactions that register {@link ensNames}. The addresses of the contracts depend on the deployer's nonces, so
 * append new transactions at the end.
 */
export async function ensTransactions(): Promise<readonly (EnsCall | Deployment)[]> {
  const { encodeDeployData, encodeFunctionData, getAddress, namehash, parseAbi } = await import('viem')
  const abi = parseAbi([
    'function setDefaultResolver(address resolver)',
    'function setController(address controller, bool enabled)',
    'function setResolver(bytes32 node, address resolver)',
  ])
  const { registry, reverseRegistrar, publicResolver, defaultReverseRegistrar } = ensContracts
  const deployer = getAddress(ensDeployer)
  const deploy = (contract: keyof typeof ensBytecode, types: string, args: readonly unknown[]): Deployment => ({
    data: encodeDeployData({
      abi: parseAbi([`constructor(${types})`]),
      bytecode: ensBytecode[contract],
      args,
    } as never),
  })
  const setResolverData = encodeFunctionData({ abi, functionName: 'setDefaultResolver', args: [publicResolver] })
  const setControllerData = encodeFunctionData({ abi, functionName: 'setController', args: [deployer, true] })
  const reverseResolverArgs = [namehash('reverse'), ensContracts.defaultReverseResolver] as const
  const names = ensNames.map(([name, account]) => [name, developmentAccounts[account] ?? placeholder] as const)
  return [
    { data: ensBytecode.ENSRegistry },
    deploy('ReverseRegistrar', 'address registry', [registry]),
    await setOwnerCall('reverse'),
    await setOwnerCall('addr.reverse', reverseRegistrar),
    deploy('PublicResolver', 'address registry, address wrapper, address controller, address reverseRegistrar', [
      ...[registry, placeholder, deployer, reverseRegistrar],
    ]),
    { to: reverseRegistrar, data: setResolverData },
    { to: reverseRegistrar, data: setControllerData },
    { data: ensBytecode.DefaultReverseRegistrar },
    { to: defaultReverseRegistrar, data: setControllerData },
    deploy('DefaultReverseResolver', 'address registrar', [defaultReverseRegistrar]),
    { to: registry, data: encodeFunctionData({ abi, functionName: 'setResolver', args: reverseResolverArgs }) },
    deploy('BatchGatewayProvider', 'address owner, string[] urls', [deployer, ['x-batch-gateway:true']]),
    deploy('UniversalResolver', 'address owner, address registry, address gateways', [
      ...[deployer, registry, ensContracts.batchGatewayProvider],
    ]),
    ...(await Promise.all(zones.map((name) => setOwnerCall(name)))),
    ...(
      await Promise.all(
        names.map(([name, address]) => registerCalls({ name, address, coinTypes: [ETHEREUM, DEFAULT_EVM] })),
      )
    ).flat(),
    ...(await Promise.all(names.map(([name, address]) => primaryNameCalls(address, name)))).flat(),
  ]
}
