import { type Context, isWalletModalError, readWith } from '@wallet-modal/kernel'
import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  erc20Abi_bytes32,
  type Hex,
  hexToString,
} from 'viem'

type ReadName<A extends Abi> = ContractFunctionName<A, 'pure' | 'view'>

interface ContractRead<A extends Abi, Name extends ReadName<A>> {
  readonly abi: A
  readonly address: Hex
  readonly functionName: Name
  readonly args?: ContractFunctionArgs<A, 'pure' | 'view', Name>
}

/** Reads contracts. Resolves to `undefined` if the call reverts, or if its result does not match the ABI. Throws transport errors. */
export interface ContractReader {
  read<const A extends Abi, Name extends ReadName<A>>(
    read: ContractRead<A, Name>,
  ): Promise<ContractFunctionReturnType<A, 'pure' | 'view', Name> | undefined>
  /** Reads a text that the contract returns as `string`, or as `bytes32` like early tokens. */
  readText(address: Hex, functionName: 'name' | 'symbol'): Promise<string | undefined>
}

const bytes = readWith((answer): Hex => {
  if (typeof answer === 'string' && /^0x([\da-f]{2})*$/i.test(answer)) return answer as Hex
  throw new Error('is not hex bytes')
})

const noTimeout = '(?!.*timed?[ -]?out)'

/**
 * Error messages by which nodes report that the EVM failed. Names such as `InvalidFEOpcode` are those of revm (reth, anvil). Excludes failures of the
 * node itself: its time limit, as in `execution aborted (timeout = 5s)` (geth, reth), and its database, as in `EVM error: database error` (revm).
 */
const EVM_ERRORS = new RegExp(
  [
    ...[
      'revert',
      `vm (exception|execution)${noTimeout}`,
      'evm error(?!.*database)',
      'opcode',
      'invalid ?jump',
      'bad ?(instruction|jump)',
    ],
    ...['out ?of ?gas', 'stack ?(over|under)flow', 'stack limit', 'write protection'],
    ...[
      'gas uint64 overflow',
      'return data out of bounds',
      'call depth',
      `execution (aborted|error)${noTimeout}`,
      'precompile',
    ],
  ].join('|'),
  'i',
)

/** Whether a node reports a reverted call: by code 3 (geth), or by the error message. */
export const isReverted = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'RPC_ERROR' && (error.status === 3 || EVM_ERRORS.test(error.message))

const isUnreadable = (error: unknown): boolean => isWalletModalError(error) && error.code === 'INVALID_DATA'

/**
 * Calls in the same tick share a batch request. If the reply to the batch is invalid, for example because one result is too large, the reader repeats
 * each call in a request of its own, one after the other. Then only the call with the invalid result fails.
 */
export function createContractReader({ api }: Context, caipNetworkId: string, signal: AbortSignal): ContractReader {
  let queue: Promise<unknown> = Promise.resolve()
  const call = async (to: Hex, data: Hex): Promise<Hex> => {
    const request = (): Promise<Hex> =>
      api.rpc(caipNetworkId).read('eth_call', [{ to, data }, 'latest'], { schema: bytes, signal })
    const requestAlone = (): Promise<Hex> => {
      const reply = queue.then(request)
      queue = reply.catch(() => null) // the caller gets the error from `reply`; the next request is sent all the same
      return reply
    }
    return request().catch((error: unknown) => (isUnreadable(error) ? requestAlone() : Promise.reject(error)))
  }
  const callIfPossible = async (to: Hex, data: Hex): Promise<Hex | undefined> => {
    try {
      return await call(to, data)
    } catch (error) {
      if (isReverted(error) || isUnreadable(error)) return undefined
      throw error
    }
  }
  return {
    async read(read) {
      const data = await callIfPossible(read.address, encodeFunctionData(read as never))
      return data === undefined ? undefined : decode(() => decodeFunctionResult({ ...read, data } as never) as never)
    },
    async readText(address, functionName) {
      const data = await callIfPossible(address, encodeFunctionData({ abi: erc20Abi, functionName }))
      if (data === undefined) return undefined
      return (
        decode(() => decodeFunctionResult({ abi: erc20Abi, functionName, data })) ??
        decode(() => hexToString(decodeFunctionResult({ abi: erc20Abi_bytes32, functionName, data }), { size: 32 }))
      )
    },
  }
}

/** `undefined` if `run` throws, because the reply does not match the ABI. */
function decode<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
