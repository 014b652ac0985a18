import { type Context, isWalletModalError, type StandardSchema, WalletModalError } from '@wallet-modal/kernel'

/** Whether an error means that the node is busy: a node runs one output scan and one block scan at a time, and rejects further scans. */
const isBusy = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'RPC_ERROR' && error.status === -8 && /in progress/i.test(error.message)

/** Interval of retries while the node is busy. */
export const BUSY_EVERY_MS = 500
/** Maximum duration of retries. */
export const BUSY_FOR_MS = 10_000

interface Scan<T> {
  readonly method: 'scantxoutset' | 'scanblocks'
  readonly address: string
  readonly schema: StandardSchema<T>
  readonly signal: AbortSignal
}

/**
 * Runs a scan of a Bitcoin Core node. Retries while the node is busy with another scan. A scan continues on the node
 * after its request has timed out, so the other scan may be from an earlier request of this page. Throws `TIMEOUT` if the node stays busy.
 */
export async function scanFor<T>(
  { api }: Pick<Context, 'api'>,
  caipNetworkId: string,
  { method, address, schema, signal }: Scan<T>,
): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += BUSY_EVERY_MS) {
    try {
      return await api.rpc(caipNetworkId).read(method, ['start', [`addr(${address})`]], { schema, signal })
    } catch (error) {
      if (!isBusy(error)) throw error
      if (waitedMs >= BUSY_FOR_MS)
        throw new WalletModalError(
          'TIMEOUT',
          'The Bitcoin node is still scanning its chain. Large networks, such as Bitcoin, need an Esplora API (@wallet-modal/esplora) in place of the node.',
          { cause: error },
        )
      await new Promise((resolve) => setTimeout(resolve, BUSY_EVERY_MS))
    }
  }
}
