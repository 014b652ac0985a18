import { type Context, type HistoryPage, type HistoryRequest, isWalletModalError } from '@wallet-modal/kernel'
import { historySources } from '@wallet-modal/kernel/assets'
import { historyPage, servedChains } from './reply.js'

export const PAGE_FRESH_MS = 15_000
export const SERVED_FRESH_MS = 300_000

/** The chain families whose past the service knows. */
const served: readonly string[] = ['eip155', 'solana']

interface PageRequest extends HistoryRequest {
  /** Asks in any case; else an answer that is younger than 15 s will do. */
  readonly isForced: boolean
}

/** Reads a page from the service where it lists the network, else from the chain; `null` where neither can tell. */
export function createPages(ctx: Context): (request: PageRequest) => Promise<HistoryPage | null> {
  const service = ctx.api.service('blockchain')
  const sources = ctx.all(historySources)
  const isServed = async ({ network, signal }: HistoryRequest): Promise<boolean> => {
    if (!served.includes(network.namespace)) return false
    try {
      const ids = await service.get('/v1/supported-chains', { schema: servedChains, staleMs: SERVED_FRESH_MS, signal })
      return ids.includes(network.caipNetworkId)
    } catch (error) {
      if (isWalletModalError(error) && error.code === 'NO_PROJECT_ID') return false // the site has no service
      throw error
    }
  }
  return async (request) => {
    const { account, network, cursor, signal, isForced } = request
    if (await isServed(request)) {
      return service.get(`/v1/account/${encodeURIComponent(account.address)}/history`, {
        query: { cursor, chainId: network.caipNetworkId },
        schema: historyPage(network.caipNetworkId),
        staleMs: isForced ? 0 : PAGE_FRESH_MS,
        signal,
      })
    }
    const source = sources.peek().find((one) => one.namespace === network.namespace)
    return source ? source.page(request) : null
  }
}
