import { type Context, isWalletModalError, WalletModalError } from '@wallet-modal/kernel'
import { type Client, createClient, custom } from 'viem'

/** Read access to one EVM network. */
export interface Chain {
  readonly caipNetworkId: string
  /** For viem's actions. Its requests go through the kernel's transport, which limits, batches and retries them. */
  readonly client: Client
}

/** Accepts whatever a node answers: viem's actions read it. */
const unparsed = {
  '~standard': { version: 1, vendor: 'wallet-modal', validate: (value: unknown) => ({ value }) },
} as const

export function createChain({ api }: Pick<Context, 'api'>, caipNetworkId: string, signal?: AbortSignal): Chain {
  const request = ({ method, params = [] }: { readonly method: string; readonly params?: unknown }): Promise<unknown> =>
    api.rpc(caipNetworkId).read(method, Array.isArray(params) ? params : [params], {
      schema: unparsed,
      ...(signal && { signal }),
    })
  return {
    caipNetworkId,
    client: createClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0, ccipRead: false }),
  }
}

/** The kernel's error that viem has wrapped. */
function kernelErrorOf(error: unknown, depth = 0): WalletModalError | undefined {
  if (isWalletModalError(error)) return error
  const { cause }: { readonly cause?: unknown } = Object(error)
  return cause === undefined || depth > 8 ? undefined : kernelErrorOf(cause, depth + 1)
}

/** Awaits a read. Throws the transport's own error (`RPC_ERROR`, `TIMEOUT`, ...), or `INVALID_DATA` for an answer that cannot be read. */
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

/** The node understood the request and refused it, which asking again or elsewhere would not change. */
export const isNodeError = (error: unknown): boolean => isWalletModalError(error) && error.code === 'RPC_ERROR'

/** A read that is `undefined` where the node lacks the method or answers nonsense. Other errors are thrown. */
export async function readIfKnown<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await read(work)
  } catch (error) {
    if (isNodeError(error) || (isWalletModalError(error) && error.code === 'INVALID_DATA')) return undefined
    throw error
  }
}
