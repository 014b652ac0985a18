import { messageOf, type Signal } from '@wallet-modal/kernel'
import type { Client } from '../client/client.js'

/**
 * Request to the wallet that a page load interrupted. The wallet may have answered, signed or sent in the meantime: the result is unknown until the
 * reply arrives. The request is never sent again.
 */
export interface InterruptedRequest {
  readonly id: number
  readonly caipNetworkId: string
  readonly method: string
  readonly status: 'unknown' | 'answered' | 'refused'
  /** Reply of the wallet. */
  readonly result?: unknown
  /** Error of the wallet. */
  readonly message?: string
}

/** Methods that wallets answer without the visitor's approval. */
export const SILENT_METHODS: readonly string[] = [
  'getAccountAddresses',
  'solana_getAccounts',
  'wallet_getAssets',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_getPermissions',
]

function readPending({ sign }: Client, isOpen: (topic: string) => boolean): readonly InterruptedRequest[] {
  return sign.core.history.pending.flatMap(({ topic, request }): readonly InterruptedRequest[] => {
    const { chainId, request: rpcRequest }: { readonly chainId?: unknown; readonly request?: unknown } = Object(
      request.params,
    )
    const { method }: { readonly method?: unknown } = Object(rpcRequest)
    if (request.method !== 'wc_sessionRequest' || typeof chainId !== 'string' || typeof method !== 'string') return []
    if (!isOpen(topic) || SILENT_METHODS.includes(method)) return []
    return [{ id: request.id, caipNetworkId: chainId, method, status: 'unknown' }]
  })
}

/** Finds unanswered requests of earlier page loads, and listens for late replies. Returns an unsubscribe function. */
export function watchInterrupted(
  client: Client,
  isOpen: (topic: string) => boolean,
  requests: Signal<readonly InterruptedRequest[]>,
): () => void {
  const { history } = client.sign.core
  requests.value = Object.freeze(readPending(client, isOpen))
  const onUpdate = ({ id, response }: { readonly id: number; readonly response?: unknown }): void => {
    if (!requests.peek().some((request) => request.id === id)) return
    const { error, result }: { readonly error?: unknown; readonly result?: unknown } = Object(response)
    const answer = error
      ? ({ status: 'refused', message: messageOf(error) } as const)
      : ({ status: 'answered', result } as const)
    requests.value = Object.freeze(
      requests.peek().map((request) => (request.id === id ? { ...request, ...answer } : request)),
    )
  }
  history.on('history_updated', onUpdate)
  return () => history.off('history_updated', onUpdate)
}
