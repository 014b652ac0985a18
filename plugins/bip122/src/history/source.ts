import type { Context, HistoryPage, HistorySource } from '@wallet-modal/kernel'
import { createNode } from '../node.js'
import { toEntry } from './entry.js'

/** Past transactions from the network's `BitcoinNode`. */
export const createHistorySource = (ctx: Context): HistorySource => ({
  namespace: 'bip122',
  isFallback: true,
  async page({ account: { address }, network, cursor, signal }): Promise<HistoryPage | null> {
    const page = await (await createNode(ctx, network.caipNetworkId, signal)).history(address, cursor)
    if (!page) return null
    const entries = page.transactions.flatMap((one) => toEntry(one, address, network))
    return { entries, ...(page.next !== undefined && { next: page.next }) }
  },
})
