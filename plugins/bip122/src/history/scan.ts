import { type Context, isWalletModalError, type StandardSchema } from '@wallet-modal/kernel'

/** A node looks through all coins, or all blocks, for one page at a time, and refuses every other meanwhile. */
const isBusy = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'RPC_ERROR' && error.status === -8 && /in progress/i.test(error.message)

export const BUSY_EVERY_MS = 500
/** A scan that takes longer answers nobody: the page that asked for it has given up by then. */
export const BUSY_FOR_MS = 10_000

interface Scan<T> {
  readonly method: 'scantxoutset' | 'scanblocks'
  readonly address: string
  readonly schema: StandardSchema<T>
  readonly signal: AbortSignal
}

/** Has a node look for an address, after what it does for another tab or another part of this page. */
export async function scanFor<T>(
  { api }: Pick<Context, 'api'>,
  caipNetworkId: string,
  { method, address, schema, signal }: Scan<T>,
): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += BUSY_EVERY_MS) {
    try {
      return await api.rpc(caipNetworkId).read(method, ['start', [`addr(${address})`]], { schema, signal })
    } catch (error) {
      if (!isBusy(error) || waitedMs >= BUSY_FOR_MS) throw error
      await new Promise((resolve) => setTimeout(resolve, BUSY_EVERY_MS))
    }
  }
}
