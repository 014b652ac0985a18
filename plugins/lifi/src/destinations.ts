import { type Context, readWith } from '@wallet-modal/kernel'
import type { SwapContract } from '@wallet-modal/swap/contract'
import type { Hex } from 'viem'
import type { Destinations } from './bridge-calls.js'

const codeReply = readWith((value): Hex => {
  if (typeof value !== 'string' || !/^0x([\da-f]{2})*$/i.test(value)) throw new TypeError('the code is not hexadecimal')
  return value as Hex
})

/** Networks, wrapped coins and account code for decoding bridge calls. The code of an account is read from a node of its network. */
export const createDestinations = (
  { api, networks }: Context,
  wrappedCoins: readonly SwapContract[],
  signal?: AbortSignal,
): Destinations => ({
  networks: networks.peek(),
  wrappedCoins,
  codeAt: (caipNetworkId, address) =>
    api.rpc(caipNetworkId).read('eth_getCode', [address, 'latest'], {
      schema: codeReply,
      ...(signal && { signal }),
    }),
})
