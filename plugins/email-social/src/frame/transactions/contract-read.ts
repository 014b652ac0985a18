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

/** Error messages by which nodes report that the EVM failed. Excludes failures of the node itself: its time limit and its database. */
const EXECUTION_ERRORS = new RegExp(
  [
    ...['revert', 'vm (exception|execution)(?!.*timed?[ -]?out)', 'evm error(?!.*database)', 'opcode', 'invalid ?jump'],
    ...['bad ?(instruction|jump)', 'call depth', 'precompile', 'gas uint64 overflow', 'return data out of bounds'],
    ...['out ?of ?gas', 'stack ?(over|under)flow', 'stack limit', 'write protection'],
  ].join('|'),
  'i',
)

/** Whether the contract itself failed. Other errors of a node, such as a rate limit, do not say anything about the contract. */
const isExecutionError = (error: unknown): boolean =>
  error instanceof FrameError && error.code === 'SOURCE_FAILED' && EXECUTION_ERRORS.test(error.message)

/** Calls a view function. `undefined` if the contract reverts or returns another type. Rejects if the node does not execute the call. */
export async function readContract<T>(
  read: ReadChain,
  { contract, data, decode }: ContractRead<T>,
): Promise<T | undefined> {
  let reply: unknown
  try {
    reply = await read('eth_call', [{ to: contract, data }, 'latest'])
  } catch (error) {
    if (isExecutionError(error)) return undefined
    throw error
  }
  try {
    return decode(v.parse(bytes, reply))
  } catch {
    return undefined // another type
  }
}
