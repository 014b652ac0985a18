import type { ProviderFacts } from './service-provider.js'

/** Coinbase Onramp. */
export const coinbase: ProviderFacts = { id: 'coinbase', name: 'Coinbase', feeBps: { min: 100, max: 200 } }
