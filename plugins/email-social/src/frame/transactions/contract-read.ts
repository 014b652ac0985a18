import * as v from 'valibot'
import type { Hex } from 'viem'
import { FrameError } from '../gateway.js'
import type { ReadChain } from './transaction.js'

const bytes = v.pipe(
  v.string(),
  v.regex(/^0x([\da-fA-F]{2})*$/),
  v.transform((text): Hex => `0x${text.slice(2)}`),
)

/** Call of a view function of a contract. `decode` throws for a reply of another type. */
interface ContractRead<T> {
  readonly contract: Hex
  readonly data: Hex
  decode(reply: Hex): T
}

/** Calls a view function. `undefined` if the contract reverts or returns another type. Rejects if the node does not respond. */
export async function readContract<T>(
  read: ReadChain,
  { contract, data, decode }: ContractRead<T>,
): Promise<T | undefined> {
  let reply: unknown
  try {
    reply = await read('eth_call', [{ to: contract, data }, 'latest'])
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
