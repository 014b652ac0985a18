import type { Context, Order, SentTransaction } from '@wallet-modal/kernel'
import { type Bridge, KIND } from './bridge.js'

/** Outcomes of the transactions on the sending network. */
export interface SenderOutcomes {
  /**
   * Reads the transaction's status from the sending network, because sources report no outcome for a transaction that was not included in a block.
   * `undefined` if the transaction succeeded, is pending, or its status cannot be read. Never rejects.
   */
  read(order: Order<Bridge>, signal: AbortSignal): Promise<'replaced' | 'reverted' | undefined>
}

/** Transaction of an order. `undefined` without a hash, and for an order of an earlier version, which has no `sentAt`. */
function toSent(order: Order<Bridge>): (SentTransaction & { readonly hash: string }) | undefined {
  const { caipNetworkId, address, title, state } = order
  const { hash, trace, nonce, sentAt } = state
  if (hash === undefined || sentAt === undefined) return undefined
  return {
    ...{ type: 'custom', kind: KIND, title, caipNetworkId, address, hash, sentAt },
    ...(trace !== undefined && { trace }),
    ...(nonce !== undefined && { nonce: BigInt(nonce) }),
  }
}

export function createSenderOutcomes({ connections, log }: Context): SenderOutcomes {
  /** Hashes of the transactions that have succeeded: they are not read again. */
  const confirmed = new Set<string>()
  return {
    async read(order, signal) {
      const sent = toSent(order)
      if (!sent || confirmed.has(sent.hash)) return undefined
      const [namespace] = sent.caipNetworkId.split(':')
      const adapter = connections.adapters.peek().find((one) => one.namespace === namespace)
      const status = await adapter?.transactions?.status(sent, signal).catch((error: unknown) => {
        log.info('the status on the sending network could not be read', error)
      })
      if (status === 'confirmed') confirmed.add(sent.hash)
      if (status === 'replaced') return 'replaced'
      return status === 'failed' ? 'reverted' : undefined
    },
  }
}
