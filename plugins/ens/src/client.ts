import { type Context, isWalletModalError, readWith } from '@wallet-modal/kernel'
import { type Client, createClient, custom } from 'viem'
import type { Gateways } from './gateways.js'

/**
 * Maximum number of requests of one client. Without a maximum, a name's contract could cause endless requests, by answering each offchain lookup with
 * another (ERC-3668).
 */
const MAX_REQUESTS = 40

const anything = readWith((answer): unknown => answer)

/** Converts a node's error to the form that viem expects, including the contract's revert data. */
function toRpcError(error: unknown): unknown {
  if (!isWalletModalError(error) || error.code !== 'RPC_ERROR') return error
  const { data }: { readonly data?: unknown } = Object(error.cause)
  return Object.assign(new Error(error.message, { cause: error }), { code: error.status, data })
}

interface ClientOptions {
  readonly caipNetworkId: string
  readonly gateways: Gateways
  readonly signal: AbortSignal
  /** Called if offchain records could not be loaded. viem may return `null` instead of throwing this error. */
  onGatewayFailure(error: unknown): void
}

interface NodeRequest {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** A viem client whose requests to the network's nodes and to servers of offchain records (ERC-3668) use the modal's transport. */
export const createEnsClient = (
  { api }: Context,
  { caipNetworkId, gateways, signal, onGatewayFailure }: ClientOptions,
): Client => {
  let requestCount = 0
  const countRequest = (): void => {
    requestCount += 1
    if (requestCount > MAX_REQUESTS) throw new Error('The lookup of this name needs too many requests.')
  }
  const request = async ({ method, params = [] }: NodeRequest): Promise<unknown> => {
    countRequest()
    return api
      .rpc(caipNetworkId)
      .read(method, params, { schema: anything, signal })
      .catch((error: unknown) => Promise.reject(toRpcError(error)))
  }
  return createClient({
    ccipRead: {
      async request(lookup) {
        try {
          countRequest()
          return await gateways.request(lookup, signal)
        } catch (error) {
          onGatewayFailure(error)
          throw error
        }
      },
    },
    transport: custom({ request }, { retryCount: 0 }),
  })
}
