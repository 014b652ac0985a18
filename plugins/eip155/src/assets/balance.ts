import { type Account, type Context, type Network, readWith } from '@wallet-modal/kernel'

/** Quantity of JSON-RPC: `0x` and hex digits. */
const quantity = readWith((answer): bigint => {
  if (typeof answer !== 'string' || !/^0x[\da-f]{1,64}$/i.test(answer)) throw new Error('is not a quantity')
  return BigInt(answer)
})

/** Reads an account's balance in wei, at the node's latest block. */
export const readBalance = (
  ctx: Context,
  { address }: Account,
  { caipNetworkId }: Network,
  signal: AbortSignal,
): Promise<bigint> =>
  ctx.api.rpc(caipNetworkId).read('eth_getBalance', [address, 'latest'], { schema: quantity, signal })
