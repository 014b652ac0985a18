import * as v from 'valibot'
import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, parseAbi, zeroAddress } from 'viem'
import type { Summary } from '../approval/summary.js'
import { FrameError } from '../gateway.js'
import { nftText } from './nft-strings.js'
import type { ReadChain } from './transaction.js'

const abi = parseAbi([
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function ownerOf(uint256 tokenId) view returns (address)',
])

/** Interface ids of ERC-721, and of ERC-165 for "no interface". */
const ERC721 = '0x80ac58cd'
const NO_INTERFACE = '0xffffffff'

const bytes = v.pipe(
  v.string(),
  v.regex(/^0x([\da-fA-F]{2})*$/),
  v.transform((text): Hex => `0x${text.slice(2)}`),
)

/** Awaits and decodes an `eth_call`. `undefined` if the contract reverts or returns another type. Throws if the node does not respond. */
async function ask<T>(call: Promise<unknown>, decode: (data: Hex) => T): Promise<T | undefined> {
  let reply: unknown
  try {
    reply = await call
  } catch (error) {
    if (error instanceof FrameError && error.code === 'SOURCE_FAILED') return undefined // the node's own error: a revert
    throw error
  }
  try {
    return decode(v.parse(bytes, reply))
  } catch {
    return undefined // another type
  }
}

/**
 * Whether a contract declares itself as ERC-721 (ERC-165). ERC-20 and ERC-721 have the same `approve`, with different meanings. `false` if the
 * contract reverts or does not return a bool; `undefined` if the node does not respond.
 */
export async function isErc721(contract: Hex, read: ReadChain): Promise<boolean | undefined> {
  const supports = (interfaceId: Hex): Promise<boolean | undefined> => {
    const data = encodeFunctionData({ abi, functionName: 'supportsInterface', args: [interfaceId] })
    return ask(read('eth_call', [{ to: contract, data }, 'latest']), (reply) =>
      decodeFunctionResult({ abi, functionName: 'supportsInterface', data: reply }),
    )
  }
  try {
    const [isSupported, supportsEverything] = await Promise.all([supports(ERC721), supports(NO_INTERFACE)])
    return isSupported === true && supportsEverything !== true
  } catch {
    return undefined
  }
}

/** Whether the NFT with this id exists: its owner is not the zero address. `false` if the node does not respond. */
export async function hasOwner(contract: Hex, tokenId: bigint, read: ReadChain): Promise<boolean> {
  const data = encodeFunctionData({ abi, functionName: 'ownerOf', args: [tokenId] })
  try {
    const owner = await ask(read('eth_call', [{ to: contract, data }, 'latest']), (reply) =>
      decodeFunctionResult({ abi, functionName: 'ownerOf', data: reply }),
    )
    return owner !== undefined && owner !== zeroAddress
  } catch {
    return false
  }
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
