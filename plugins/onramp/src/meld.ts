import type { ProviderFacts } from './service-provider.js'

/** Meld, which compares several sellers. */
export const meld: ProviderFacts = { id: 'meld', name: 'Meld', feeBps: { min: 100, max: 200 } }
