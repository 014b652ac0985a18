import { WalletModalError } from '@wallet-modal/kernel'
import type { SwapRequest } from '@wallet-modal/swap/contract'
import { encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { DELEGATION, type Destinations } from './bridge-calls.js'

const pageOfModules = parseAbi([
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[] modules, address next)',
])
/** Start of the list of modules in a Safe account. */
const SENTINEL = '0x0000000000000000000000000000000000000001'

/**
 * Calls whose results must be equal on both networks. For a Safe: owners, threshold, implementation contract, and modules, which can transfer tokens
 * without the owners. For a contract with one owner (ERC-173): the owner.
 */
const ownerCalls: readonly Hex[] = [
  ...parseAbi([
    'function getOwners() view returns (address[])',
    'function getThreshold() view returns (uint256)',
    'function masterCopy() view returns (address)',
    'function owner() view returns (address)',
  ]).map((item) => toFunctionSelector(item)),
  encodeFunctionData({ abi: pageOfModules, args: [SENTINEL, 20n] }),
]

export interface AccountReader extends Pick<Destinations, 'codeAt'> {
  /** Result of a call to a contract (`eth_call`); `undefined` if the call reverts. Rejects with other errors of the node. */
  callAt(caipNetworkId: string, to: string, data: Hex): Promise<Hex | undefined>
}

/** Reply with its 32-byte words sorted, because the order of a Safe's owners can differ between networks. */
const sorted = (reply: Hex | undefined): string => (reply?.toLowerCase().match(/[\da-f]{64}/g) ?? []).sort().join()

/**
 * Whether the account is a contract on the sending network. An account with a delegation (EIP-7702) does not count as a contract: it belongs to its
 * key on every network. The bridge pays the same address on the receiving network, where whoever deploys the contract first can choose its owners. So
 * for a contract account, throws `REFUSED` if the receiving network has other code at the address, or if a result of {@link ownerCalls} differs.
 * Other kinds of owners cannot be compared, so the review warns about each contract account. Also throws if a node does not reply.
 */
export async function isContractAccount(
  { network, receiveNetwork, account }: SwapRequest,
  { codeAt, callAt }: AccountReader,
): Promise<boolean> {
  const code = (await codeAt(network.caipNetworkId, account)).toLowerCase()
  if (code === '0x' || code.startsWith(DELEGATION)) return false
  const refuse = (difference: string): never => {
    throw new WalletModalError(
      'REFUSED',
      `This account is a contract on ${network.name} that ${difference} on ${receiveNetwork.name}: the tokens could be lost.`,
    )
  }
  const otherCode = (await codeAt(receiveNetwork.caipNetworkId, account)).toLowerCase()
  if (otherCode === '0x') refuse('does not exist')
  if (otherCode !== code) refuse('has another code')
  const [owners, otherOwners] = await Promise.all(
    [network, receiveNetwork].map(async ({ caipNetworkId }) =>
      (await Promise.all(ownerCalls.map((data) => callAt(caipNetworkId, account, data)))).map(sorted).join(' '),
    ),
  )
  if (owners !== otherOwners) refuse('has other owners or modules')
  return true
}
