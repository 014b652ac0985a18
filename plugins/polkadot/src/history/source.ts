import type { HistorySource } from '@wallet-modal/kernel'
import type { ChainContext } from '../chain-context.js'

/** Past transactions from a node's blocks. The implementation is loaded on first use. */
export const createHistorySource = (chains: ChainContext): HistorySource => ({
  namespace: 'polkadot',
  isFallback: true,
  page: async (request) => (await import('./page.js')).readPage(chains, request),
})
