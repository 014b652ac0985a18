import { type Account, type Context, type Network, readWith } from '@wallet-modal/kernel'

/** Parses the reply of `getBalance`, in lamports. */
const lamports = readWith((answer): bigint => {
  const { value }: { readonly value?: unknown } = Object(answer)
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Error('the balance is not an exact number of lamports')
  return BigInt(value)
})

/** Reads an account's balance in lamports, at the node's latest confirmed block. */
export const readBalance = (
  ctx: Context,
  { address }: Account,
  { caipNetworkId }: Network,
  signal: AbortSignal,
): Promise<bigint> =>
  ctx.api.rpc(caipNetworkId).read('getBalance', [address, { commitment: 'confirmed' }], { schema: lamports, signal })
