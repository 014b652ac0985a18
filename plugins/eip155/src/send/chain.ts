import { type Context, isWalletModalError, readWith, type StandardSchema } from '@wallet-modal/kernel'

/** A number as JSON-RPC writes it. */
export function toQuantity(answer: unknown): bigint {
  if (typeof answer !== 'string' || !/^0x[\da-f]{1,64}$/i.test(answer)) throw new Error('is no quantity')
  return BigInt(answer)
}

const quantitySchema = readWith(toQuantity)
const bytesSchema = readWith((answer): string => {
  if (typeof answer !== 'string' || !/^0x([\da-f]{2})*$/i.test(answer)) throw new Error('is no hex')
  return answer.toLowerCase()
})

/** Reads of one network. */
export interface Chain {
  readonly caipNetworkId: string
  read<T>(method: string, params: readonly unknown[], schema: StandardSchema<T>): Promise<T>
  quantity(method: string, ...params: readonly unknown[]): Promise<bigint>
  bytes(method: string, ...params: readonly unknown[]): Promise<string>
}

export function createChain({ api }: Pick<Context, 'api'>, caipNetworkId: string, signal?: AbortSignal): Chain {
  const read: Chain['read'] = (method, params, schema) =>
    api.rpc(caipNetworkId).read(method, params, { schema, ...(signal && { signal }) })
  return {
    caipNetworkId,
    read,
    quantity: (method, ...params) => read(method, params, quantitySchema),
    bytes: (method, ...params) => read(method, params, bytesSchema),
  }
}

/** The node understood and said no, which asking again or elsewhere would not change. */
export const isNodeError = (error: unknown): boolean => isWalletModalError(error) && error.code === 'RPC_ERROR'

/** What a node that lacks a method, or answers it with nonsense, does not tell. Other errors go on. */
export async function whereKnown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isNodeError(error) || (isWalletModalError(error) && error.code === 'INVALID_DATA')) return undefined
    throw error
  }
}
