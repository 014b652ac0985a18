import { type Context, isWalletModalError, WalletModalError } from '@wallet-modal/kernel'
import { type Client, createClient, custom } from 'viem'
import { isReverted } from './contract-calls.js'

/** Client of the nodes of one EVM network, for reads. */
export interface EvmNode {
  readonly caipNetworkId: string
  /** Client for viem's actions. Sends its requests through `ctx.api`, which checks permissions, batches reads and retries them. */
  readonly client: Client
}

/** Schema that accepts any reply, because viem's actions parse it. */
const anyReply = {
  '~standard': { version: 1, vendor: 'wallet-modal', validate: (value: unknown) => ({ value }) },
} as const

/** Creates the client of a network's node. `signal` aborts its reads. */
export function createNode({ api }: Pick<Context, 'api'>, caipNetworkId: string, signal?: AbortSignal): EvmNode {
  const request = ({ method, params = [] }: { readonly method: string; readonly params?: unknown }): Promise<unknown> =>
    api.rpc(caipNetworkId).read(method, Array.isArray(params) ? params : [params], {
      schema: anyReply,
      ...(signal && { signal }),
    })
  return {
    caipNetworkId,
    client: createClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0, ccipRead: false }),
  }
}

/** `WalletModalError` among the causes of an error; `undefined` if there is none. viem wraps the errors of its transport. */
function kernelErrorOf(error: unknown, depth = 0): WalletModalError | undefined {
  if (isWalletModalError(error)) return error
  const { cause }: { readonly cause?: unknown } = Object(error)
  return cause === undefined || depth > 8 ? undefined : kernelErrorOf(cause, depth + 1)
}

/** Awaits a read. Throws the transport's own error (`RPC_ERROR`, `TIMEOUT`, ...), or `INVALID_DATA` for an invalid reply. */
export async function read<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw (
      kernelErrorOf(cause) ??
      new WalletModalError('INVALID_DATA', 'The node sent a response that cannot be decoded.', { cause })
    )
  }
}

/** JSON-RPC errors of a node that has received too many requests (EIP-1474, HTTP 429). */
const LIMIT_EXCEEDED: readonly (number | undefined)[] = [-32005, 429]

/** Whether the node answered the request with an error. `false` for a rate limit: the node has not processed the request then. */
export const isNodeError = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'RPC_ERROR' && !LIMIT_EXCEEDED.includes(error.status)

const isInvalidReply = (error: unknown): boolean => isWalletModalError(error) && error.code === 'INVALID_DATA'

/** As {@link read}, but resolves with `undefined` if the node answers with an error ({@link isNodeError}) or an invalid reply. */
export async function readIfSupported<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await read(work)
  } catch (error) {
    if (isNodeError(error) || isInvalidReply(error)) return undefined
    throw error
  }
}

/**
 * Result of a call to a contract. `undefined` if the call reverts or its result does not match the ABI, for example because the contract or the
 * function does not exist. Throws any other error of the node, such as `header not found`.
 */
export async function callIfImplemented<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await read(call)
  } catch (error) {
    if (isReverted(error) || isInvalidReply(error)) return undefined
    throw error
  }
}
