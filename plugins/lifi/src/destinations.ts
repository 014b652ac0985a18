import { type Context, isWalletModalError, readWith } from '@wallet-modal/kernel'
import type { SwapContract } from '@wallet-modal/swap/contract'
import type { Hex } from 'viem'
import type { Destinations } from './bridge-calls.js'
import type { AccountReader } from './receiving-account.js'

const bytesReply = readWith((value): Hex => {
  if (typeof value !== 'string' || !/^0x([\da-f]{2})*$/i.test(value))
    throw new TypeError('the reply is not hexadecimal')
  return value as Hex
})

/**
 * Whether the error means that the call reverted: it has code 3 (geth) or a typical message. Other errors, such as a rate limit, do not show that the
 * contract lacks the function.
 */
const isReverted = (error: unknown): boolean =>
  isWalletModalError(error) &&
  error.code === 'RPC_ERROR' &&
  (error.status === 3 ||
    /revert|vm (exception|execution)(?!.*timed?[ -]?out)|opcode|invalid ?jump|bad ?(instruction|jump)|out ?of ?gas|stack ?(over|under)flow/i.test(
      error.message,
    ))

/** Data for the checks of bridge calls. `codeAt` and `callAt` query a node of the given network. */
export const createDestinations = (
  { api, networks }: Context,
  wrappedCoins: readonly SwapContract[],
  signal?: AbortSignal,
): Destinations & AccountReader => {
  const options = { schema: bytesReply, ...(signal && { signal }) }
  return {
    networks: networks.peek(),
    wrappedCoins,
    codeAt: (caipNetworkId, address) => api.rpc(caipNetworkId).read('eth_getCode', [address, 'latest'], options),
    async callAt(caipNetworkId, to, data) {
      try {
        return await api.rpc(caipNetworkId).read('eth_call', [{ to, data }, 'latest'], options)
      } catch (error) {
        if (isReverted(error)) return undefined
        throw error
      }
    },
  }
}
