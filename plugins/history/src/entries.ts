import type {
  HistoryEntry,
  HistoryTransfer,
  Order,
  OrderStatus,
  SentTransaction,
  TokenAmount,
} from '@wallet-modal/kernel'
import { idOf, isTraceable } from './sent/sent.js'
import type { StoredTransaction } from './sent/stored-transaction.js'

const toTransfer = (direction: HistoryTransfer['direction'], { token, amount }: TokenAmount): HistoryTransfer => ({
  ...{ direction, kind: 'token', name: token.name, symbol: token.symbol, amount, decimals: token.decimals },
  assetId: token.assetId,
  ...(token.iconUrl && { imageUrl: token.iconUrl }),
})

/** Type, title, receiver and transfers of the entry for a submitted transaction. */
function describe(sent: SentTransaction): Pick<HistoryEntry, 'type' | 'title' | 'to' | 'transfers'> {
  switch (sent.type) {
    case 'transfer':
      return { type: 'send', to: sent.receiver, transfers: [toTransfer('out', sent)] }
    case 'approval':
      return { type: 'approve', to: sent.spender, transfers: [] }
    case 'swap': {
      // in a swap to another network, another transaction pays the output
      const received = sent.receive.token.caipNetworkId === sent.caipNetworkId ? [toTransfer('in', sent.receive)] : []
      return { type: 'trade', transfers: [toTransfer('out', sent.pay), ...received] }
    }
    case 'contractCall':
      return { type: 'execute', title: sent.title, to: sent.target, transfers: [] }
    case 'custom':
      return { type: sent.kind, title: sent.title, ...(sent.target && { to: sent.target }), transfers: [] }
  }
}

/** Activity entry of a transaction that was submitted in this browser. `isUnseen`: no node has reported it. */
export function toEntry(sent: StoredTransaction, isUnseen: boolean): HistoryEntry {
  const hash = sent.replacementHash ?? sent.hash
  return {
    ...describe(sent),
    id: idOf(sent),
    caipNetworkId: sent.caipNetworkId,
    status: sent.settled ?? (!isTraceable(sent) || isUnseen ? 'unknown' : 'pending'),
    at: sent.sentAt,
    from: sent.address,
    ...(hash !== undefined && { hash }),
  }
}

const statuses = { pending: 'pending', completed: 'confirmed', failed: 'failed' } as const satisfies Record<
  OrderStatus,
  HistoryEntry['status']
>

/** Activity entry of an order, such as a purchase. */
export const toOrderEntry = ({ id, kind, title, caipNetworkId, createdAt, status }: Order): HistoryEntry => ({
  ...{ id: `order:${kind}:${id}`, caipNetworkId, type: kind, title, at: createdAt, transfers: [] },
  status: statuses[status],
})
