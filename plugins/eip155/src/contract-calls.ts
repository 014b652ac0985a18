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

/** A read of a contract. */
interface ContractRead<A extends Abi, Name extends ReadName<A>> {
  readonly abi: A
  readonly address: Hex
  readonly functionName: Name
  readonly args?: ContractFunctionArgs<A, 'pure' | 'view', Name>
}

/** Reads contracts. `undefined` where one reverts or answers something else; errors of the transport are thrown. */
export interface ContractReader {
  read<const A extends Abi, Name extends ReadName<A>>(
    read: ContractRead<A, Name>,
  ): Promise<ContractFunctionReturnType<A, 'pure' | 'view', Name> | undefined>
  /** A `string`, or the `bytes32` that early tokens return in its place. */
  readText(address: Hex, functionName: 'name' | 'symbol'): Promise<string | undefined>
}

const bytes = readWith((answer): Hex => {
  if (typeof answer === 'string' && /^0x([\da-f]{2})*$/i.test(answer)) return answer as Hex
  throw new Error('no bytes')
})

/** A node's ways to say that the contract reverted: code 3 (geth), or -32000 and -32015 with the word. */
const isReverted = (error: unknown): boolean =>
  isWalletModalError(error) &&
  error.code === 'RPC_ERROR' &&
  (error.status === 3 || /revert|invalid opcode|out of gas|VM execution/i.test(error.message))

const isUnreadable = (error: unknown): boolean => isWalletModalError(error) && error.code === 'INVALID_DATA'

/**
 * Calls that are made in the same moment go to the node together. Where one of them makes the whole reply unreadable, such as by its size, each
 * is repeated alone, one after the other, so that a contract spoils nothing but itself.
 */
export function createContractReader({ api }: Context, caipNetworkId: string, signal: AbortSignal): ContractReader {
  let queue: Promise<unknown> = Promise.resolve()
  const call = async (to: Hex, data: Hex): Promise<Hex> => {
    const ask = (): Promise<Hex> =>
      api.rpc(caipNetworkId).read('eth_call', [{ to, data }, 'latest'], { schema: bytes, signal })
    const askAlone = (): Promise<Hex> => {
      const turn = queue.then(ask)
      queue = turn.catch(() => null) // the caller of that turn gets the error
      return turn
    }
    return ask().catch((error: unknown) => (isUnreadable(error) ? askAlone() : Promise.reject(error)))
  }
  const answer = async (to: Hex, data: Hex): Promise<Hex | undefined> => {
    try {
      return await call(to, data)
    } catch (error) {
      if (isReverted(error) || isUnreadable(error)) return undefined
      throw error
    }
  }
  return {
    async read(read) {
      const data = await answer(read.address, encodeFunctionData(read as never))
      return data === undefined ? undefined : decode(() => decodeFunctionResult({ ...read, data } as never) as never)
    },
    async readText(address, functionName) {
      const data = await answer(address, encodeFunctionData({ abi: erc20Abi, functionName }))
      if (data === undefined) return undefined
      return (
        decode(() => decodeFunctionResult({ abi: erc20Abi, functionName, data })) ??
        decode(() => hexToString(decodeFunctionResult({ abi: erc20Abi_bytes32, functionName, data }), { size: 32 }))
      )
    },
  }
}

/** `undefined` for an answer of another type than the function's. */
function decode<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
