import { messageOf, type Signal } from '@wallet-modal/kernel'
import type { Client } from '../client/client.js'

/**
 * A request to the wallet that a page load interrupted. The wallet may have answered, signed or sent in the meantime: the result is unknown until
 * the reply arrives here. It is never sent again.
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

/** Methods that wallets answer without asking the visitor. */
export const UNSEEN: readonly string[] = [
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
    if (!isOpen(topic) || UNSEEN.includes(method)) return []
    return [{ id: request.id, caipNetworkId: chainId, method, status: 'unknown' }]
  })
}

/** Finds unanswered requests of earlier page loads and listens for late replies. Returns a function that stops it. */
export function watchInterrupted(
  client: Client,
  isOpen: (topic: string) => boolean,
  requests: Signal<readonly InterruptedRequest[]>,
): () => void {
  const { history } = client.sign.core
  requests.value = Object.freeze(readPending(client, isOpen))
  const onUpdate = ({ id, response }: { readonly id: number; readonly response?: unknown }): void => {
    if (!requests.peek().some((one) => one.id === id)) return
    const { error, result }: { readonly error?: unknown; readonly result?: unknown } = Object(response)
    const answer = error
      ? ({ status: 'refused', message: messageOf(error) } as const)
      : ({ status: 'answered', result } as const)
    requests.value = Object.freeze(requests.peek().map((one) => (one.id === id ? { ...one, ...answer } : one)))
  }
  history.on('history_updated', onUpdate)
  return () => history.off('history_updated', onUpdate)
}
