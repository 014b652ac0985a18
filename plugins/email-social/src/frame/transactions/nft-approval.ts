import * as v from 'valibot'
import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, parseAbi, zeroAddress } from 'viem'
import type { Summary } from '../approval/summary.js'
import { FrameError } from '../gateway.js'
import { nftText } from './nft-strings.js'
import type { ReadChain } from './transaction.js'

const abi = parseAbi(['function supportsInterface(bytes4 interfaceId) view returns (bool)'])

/** Interface ids of ERC-721, and of ERC-165 for "no interface". */
const ERC721 = '0x80ac58cd'
const NO_INTERFACE = '0xffffffff'

const bytes = v.pipe(v.string(), v.regex(/^0x([\da-fA-F]{2})*$/))

function toBool(reply: unknown): boolean {
  const answer = v.safeParse(bytes, reply)
  try {
    return (
      answer.success &&
      decodeFunctionResult({ abi, functionName: 'supportsInterface', data: `0x${answer.output.slice(2)}` })
    )
  } catch {
    return false // not a bool
  }
}

/**
 * Whether a contract declares itself as ERC-721 (ERC-165). `false` if it reverts or returns something else than a bool; `undefined` if the node does
 * not respond, because ERC-20 and ERC-721 have the same `approve`.
 */
export async function isErc721(contract: Hex, read: ReadChain): Promise<boolean | undefined> {
  const supports = async (interfaceId: Hex): Promise<boolean> => {
    const data = encodeFunctionData({ abi, functionName: 'supportsInterface', args: [interfaceId] })
    try {
      return toBool(await read('eth_call', [{ to: contract, data }, 'latest']))
    } catch (error) {
      if (error instanceof FrameError && error.code === 'SOURCE_FAILED') return false // the node's own error: a revert
      throw error
    }
  }
  try {
    const [isSupported, supportsEverything] = await Promise.all([supports(ERC721), supports(NO_INTERFACE)])
    return isSupported && !supportsEverything
  } catch {
    return undefined
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
