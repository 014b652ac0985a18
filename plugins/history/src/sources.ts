import {
  type Context,
  type HistoryPage,
  type HistoryRequest,
  type HistorySource,
  isWalletModalError,
  type Network,
  type ReadonlySignal,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { historySources, inTime } from '@wallet-modal/kernel/assets'
import { isEntry } from './contributed-entry.js'
import { historyPage, servedChains } from './reply.js'

/** Maximum age of a cached page. */
export const PAGE_FRESH_MS = 15_000
/** Maximum age of the cached list of networks that the service supports. */
export const SERVED_FRESH_MS = 300_000
/** Time limit of a contributed source for one page. */
export const SOURCE_MS = 60_000

/** The account and network whose activity is shown. */
export interface Subject {
  /** Differs for each account and network. */
  readonly key: string
  readonly active: WalletConnection
  readonly network: Network
}

export interface PageRequest {
  readonly subject: Subject
  readonly cursor?: string
  readonly signal: AbortSignal
  /** Whether to bypass the cache. */
  readonly isForced: boolean
}

/** Sources of past transactions. */
export interface Sources {
  /** The Blockchain API. Call its `page` through {@link Sources.page} only. */
  readonly service: HistorySource
  /** Contributed sources of all chain families. */
  readonly contributed: ReadonlySignal<readonly HistorySource[]>
  /** Resolves to `null` if the source does not support the network. Rejects on failure; for a contributed source also after {@link SOURCE_MS}. */
  page(source: HistorySource, request: PageRequest): Promise<HistoryPage | null>
}

const timeoutError = (): Error => new Error('The history source does not answer.')

/** Requests the Blockchain API. Resolves to `null` for unsupported networks, and without a project id. */
function createServicePage({ api }: Context): Sources['page'] {
  const service = api.service('blockchain')
  const isSupported = async ({ subject: { active, network }, signal }: PageRequest): Promise<boolean> => {
    if (!active.adapter.isIndexed) return false
    try {
      const ids = await service.get('/v1/supported-chains', { schema: servedChains, staleMs: SERVED_FRESH_MS, signal })
      return ids.includes(network.caipNetworkId)
    } catch (error) {
      if (isWalletModalError(error) && error.code === 'NO_PROJECT_ID') return false // the site does not use the service
      throw error
    }
  }
  return async (_, request) => {
    if (!(await isSupported(request))) return null
    const { subject, cursor, signal, isForced } = request
    const { caipNetworkId } = subject.network
    return service.get(`/v1/account/${encodeURIComponent(subject.active.account.address)}/history`, {
      query: { cursor, chainId: caipNetworkId },
      schema: historyPage(caipNetworkId),
      staleMs: isForced ? 0 : PAGE_FRESH_MS,
      signal,
    })
  }
}

export function createSources(ctx: Context): Sources {
  const servicePage = createServicePage(ctx)
  const service: HistorySource = { namespace: '', page: async () => null }
  return {
    service,
    contributed: ctx.all(historySources),
    async page(source, request) {
      if (source === service) return servicePage(source, request)
      const { subject, cursor, signal } = request
      const { active, network } = subject
      const historyRequest: HistoryRequest = {
        ...{ account: active.account, network, signal },
        ...(cursor !== undefined && { cursor }),
      }
      const page = await inTime(source.page(historyRequest), SOURCE_MS, timeoutError)
      return page && { ...page, entries: page.entries.filter((entry) => isEntry(entry, network)) }
    },
  }
}
