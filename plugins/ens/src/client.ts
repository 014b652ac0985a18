import { type Context, isWalletModalError, readWith } from '@wallet-modal/kernel'
import { type Client, createClient, custom } from 'viem'

const anything = readWith((answer): unknown => answer)

/** A node's refusal as viem knows it, with the bytes by which a contract says why it reverted. */
function toRpcError(error: unknown): unknown {
  if (!isWalletModalError(error) || error.code !== 'RPC_ERROR') return error
  const { data }: { readonly data?: unknown } = Object(error.cause)
  return Object.assign(new Error(error.message, { cause: error }), { code: error.status, data })
}

/**
 * A client of the network's nodes through the modal's transport. Names whose records are kept outside of the chain (ERC-3668) are not followed:
 * that would send the visitor to servers that whoever owns the name has chosen.
 */
export const createEnsClient = ({ api }: Context, caipNetworkId: string, signal: AbortSignal): Client =>
  createClient({
    ccipRead: false,
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
