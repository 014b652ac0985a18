import type { ApprovalAction, UnknownAction } from '@wallet-modal/kernel'
import { type Address, type Hex, parseAbi, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import { parseEvmAddress } from '../address.js'
import { callIfImplemented, type EvmNode } from '../node.js'
import type { RequestContent } from './request.js'

const abi = parseAbi([
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function ownerOf(uint256 tokenId) view returns (address)',
])
/** Selector of `approve(address,uint256)`. */
const APPROVE = '0x095ea7b3'

/** Interface ids: of ERC-721, and the id that no contract supports (ERC-165). */
const ERC721 = '0x80ac58cd'
const NO_INTERFACE = '0xffffffff'

/**
 * Whether a contract declares itself as ERC-721 (ERC-165). `false` if the call reverts or does not return a bool. Throws other errors of the node:
 * ERC-20 and ERC-721 have the same function `approve`, so the meaning of the call is unknown without a reply.
 */
async function isErc721({ client }: EvmNode, address: Address): Promise<boolean> {
  const supports = (interfaceId: Hex) =>
    callIfImplemented(readContract(client, { abi, address, functionName: 'supportsInterface', args: [interfaceId] }))
  const [isSupported, supportsEverything] = await Promise.all([supports(ERC721), supports(NO_INTERFACE)])
  return isSupported === true && supportsEverything === false
}

async function hasOwner({ client }: EvmNode, address: Address, tokenId: bigint): Promise<boolean> {
  const owner = await callIfImplemented(
    readContract(client, { abi, address, functionName: 'ownerOf', args: [tokenId] }),
  )
  return owner !== undefined && owner !== zeroAddress
}

async function readApproval(node: EvmNode, approval: ApprovalAction): Promise<ApprovalAction | UnknownAction> {
  const { assetId, amount: tokenId, spender } = approval
  const contract = parseEvmAddress(assetId.slice(assetId.lastIndexOf(':') + 1))
  if (!(await isErc721(node, contract))) return approval
  // if no NFT has this id, the contract may also be an ERC-20 token, for which the number is an amount
  if (!(await hasOwner(node, contract, tokenId))) return { type: 'unknown', target: contract, call: APPROVE }
  const amount = spender === zeroAddress ? 0n : 1n
  return { type: 'approval', assetId: `${node.caipNetworkId}/erc721:${contract}/${tokenId}`, amount, spender }
}

/**
 * Corrects approvals of ERC-721 contracts, which were decoded as ERC-20 approvals: returns the approval of one NFT, or an unknown call if the
 * contract has no such NFT.
 */
export const readNftApprovals = (
  node: EvmNode,
  contents: RequestContent['contents'],
): Promise<RequestContent['contents']> =>
  Promise.all(contents.map((one) => (one.type === 'approval' ? readApproval(node, one) : one)))
