import { type Context, isWalletModalError, WalletModalError } from '@wallet-modal/kernel'
import { type Client, createClient, custom } from 'viem'

/** Read access to one EVM network. */
export interface Chain {
  readonly caipNetworkId: string
  /** Client for viem's actions. Its requests use the kernel's transport, which limits, batches and retries them. */
  readonly client: Client
}

/** Schema that accepts any reply, because viem's actions parse it. */
const anyReply = {
  '~standard': { version: 1, vendor: 'wallet-modal', validate: (value: unknown) => ({ value }) },
} as const

export function createChain({ api }: Pick<Context, 'api'>, caipNetworkId: string, signal?: AbortSignal): Chain {
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

/** The kernel's error inside an error of viem; `undefined` if there is none. */
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

/** Whether the node itself returned the error: retrying would not help. */
export const isNodeError = (error: unknown): boolean => isWalletModalError(error) && error.code === 'RPC_ERROR'

/**
 * As {@link read}, but resolves with `undefined` if the node returns an error or an invalid reply. `thrownStatuses`: statuses of `RPC_ERROR` that are thrown.
 */
export async function readIfSupported<T>(
  work: Promise<T>,
  { thrownStatuses = [] }: { readonly thrownStatuses?: readonly number[] } = {},
): Promise<T | undefined> {
  try {
    return await read(work)
  } catch (error) {
    const { code, status = 0 } = isWalletModalError(error) ? error : {}
    if (code === 'INVALID_DATA' || (code === 'RPC_ERROR' && !thrownStatuses.includes(status))) return undefined
    throw error
  }
}
