import { type Context, isWalletModalError, readWith } from '@wallet-modal/kernel'
import { type Client, createClient, custom } from 'viem'
import type { Gateways } from './gateways.js'

const anything = readWith((answer): unknown => answer)

/** A node's refusal as viem knows it, with the bytes by which a contract says why it reverted. */
function toRpcError(error: unknown): unknown {
  if (!isWalletModalError(error) || error.code !== 'RPC_ERROR') return error
  const { data }: { readonly data?: unknown } = Object(error.cause)
  return Object.assign(new Error(error.message, { cause: error }), { code: error.status, data })
}

interface ClientParts {
  readonly caipNetworkId: string
  readonly gateways: Gateways
  readonly signal: AbortSignal
  /** Called where records are kept outside of the chain and could not be had. */
  onGatewayFailure(error: unknown): void
}

/** A client of the network's nodes, and of the servers of records that are kept outside of the chain (ERC-3668), through the modal's transport. */
export const createEnsClient = (
  { api }: Context,
  { caipNetworkId, gateways, signal, onGatewayFailure }: ClientParts,
): Client =>
  createClient({
    ccipRead: {
      request: (request) =>
        gateways.request(request, signal).catch((error: unknown) => {
          onGatewayFailure(error)
          throw error
        }),
    },
    transport: custom(
      {
        request: ({ method, params = [] }: { readonly method: string; readonly params?: readonly unknown[] }) =>
          api
            .rpc(caipNetworkId)
            .read(method, params, { schema: anything, signal })
            .catch((error: unknown) => Promise.reject(toRpcError(error))),
      },
      { retryCount: 0 },
    ),
  })
