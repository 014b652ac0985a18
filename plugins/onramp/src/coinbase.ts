import type { ProviderDescription } from './service-provider.js'

/** Coinbase Onramp. */
export const coinbase: ProviderDescription = { id: 'coinbase', name: 'Coinbase', feeBps: { min: 100, max: 200 } }
