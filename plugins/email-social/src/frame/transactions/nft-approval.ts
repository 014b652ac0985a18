import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, parseAbi, zeroAddress } from 'viem'
import type { Summary } from '../approval/summary.js'
import { readContract } from './contract-read.js'
import { nftText } from './nft-strings.js'
import type { ReadChain } from './transaction.js'

const abi = parseAbi([
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function ownerOf(uint256 tokenId) view returns (address)',
])

/** Interface id of ERC-721, and the id that no contract may support (ERC-165). */
const ERC721 = '0x80ac58cd'
const NO_INTERFACE = '0xffffffff'

/**
 * Whether a contract declares itself as ERC-721 (ERC-165). ERC-20 and ERC-721 have the same `approve`, with different meanings. `false` if the
 * contract reverts or does not return a bool. Rejects if the node does not execute the call.
 */
export async function isErc721(contract: Hex, read: ReadChain): Promise<boolean> {
  const supports = (interfaceId: Hex): Promise<boolean | undefined> =>
    readContract(read, {
      contract,
      data: encodeFunctionData({ abi, functionName: 'supportsInterface', args: [interfaceId] }),
      decode: (data) => decodeFunctionResult({ abi, functionName: 'supportsInterface', data }),
    })
  const [isSupported, supportsEverything] = await Promise.all([supports(ERC721), supports(NO_INTERFACE)])
  return isSupported === true && supportsEverything !== true
}

/** Whether the NFT with this id exists: its owner is not the zero address. Rejects if the node does not execute the call. */
export async function hasOwner(contract: Hex, tokenId: bigint, read: ReadChain): Promise<boolean> {
  const owner = await readContract(read, {
    contract,
    data: encodeFunctionData({ abi, functionName: 'ownerOf', args: [tokenId] }),
    decode: (data) => decodeFunctionResult({ abi, functionName: 'ownerOf', data }),
  })
  return owner !== undefined && owner !== zeroAddress
}

/** Describes `approve` of an ERC-721 contract. The zero address as spender removes the permission. */
export function describeNftApproval(spender: Hex, tokenId: bigint): Pick<Summary, 'title' | 'facts' | 'warnings'> {
  const id = String(tokenId)
  if (spender === zeroAddress) return { title: nftText('title.revocation', { id }), facts: [], warnings: [] }
  return {
    title: nftText('title.approval', { id }),
    facts: [{ label: 'spender', value: getAddress(spender), format: 'address' }],
    warnings: [nftText('warning.approval')],
  }
}
