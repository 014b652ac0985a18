import { type Context, isWalletModalError, readWith } from '@wallet-modal/kernel'
import { toWord } from './abi.js'

/** The first four bytes of the hash of a function's signature. */
export const selectors = {
  'name()': '06fdde03',
  'symbol()': '95d89b41',
  'decimals()': '313ce567',
  'balanceOf(address)': '70a08231',
  'balanceOf(address,uint256)': '00fdd58e',
  'ownerOf(uint256)': '6352211e',
  'tokenURI(uint256)': 'c87b56dd',
  'uri(uint256)': '0e89341c',
} as const

const bytes = readWith((answer): string => {
  if (typeof answer === 'string' && /^0x([\da-f]{2})*$/i.test(answer)) return answer
  throw new Error('is no bytes')
})

/** A node's way to say that the contract gave up: code 3 (geth), or -32000 and -32015 with the word. */
const isReverted = (error: unknown): boolean =>
  isWalletModalError(error) &&
  error.code === 'RPC_ERROR' &&
  (error.status === 3 || /revert|invalid opcode|out of gas|VM execution/i.test(error.message))

/** Asks a contract. `null` where the contract gave up; what keeps the node from answering is thrown. */
export type CallContract = (
  to: string,
  call: keyof typeof selectors,
  ...args: readonly (bigint | string)[]
) => Promise<string | null>

const isUnreadable = (error: unknown): boolean => isWalletModalError(error) && error.code === 'INVALID_DATA'

/**
 * Calls that are made in the same moment go to the node together. Where one of them makes the whole reply unreadable, such as by its size, each
 * is made again alone, one after the other, so that a contract spoils nothing but itself.
 */
export function createCall({ api }: Context, caipNetworkId: string, signal: AbortSignal): CallContract {
  let alone: Promise<unknown> = Promise.resolve()
  return async (to, call, ...args) => {
    const data = `0x${selectors[call]}${args.map(toWord).join('')}`
    const ask = (): Promise<string> =>
      api.rpc(caipNetworkId).read('eth_call', [{ to, data }, 'latest'], { schema: bytes, signal })
    const askAlone = (): Promise<string> => {
      const turn = alone.then(ask)
      alone = turn.catch(() => null) // whoever made that call hears of it
      return turn
    }
    try {
      return await ask().catch((error: unknown) => (isUnreadable(error) ? askAlone() : Promise.reject(error)))
    } catch (error) {
      if (isReverted(error) || isUnreadable(error)) return null
      throw error
    }
  }
}
