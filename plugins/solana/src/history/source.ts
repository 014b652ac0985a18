import type { Context, HistorySource } from '@wallet-modal/kernel'

/** Past transactions from the network's nodes. The implementation is loaded on first use. */
export const createHistorySource = (ctx: Context): HistorySource => ({
  namespace: 'solana',
  isFallback: true,
  page: async (request) => (await import('./page.js')).readPage(ctx, request),
})
