import type { ProviderDescription } from './service-provider.js'

/** Meld, which compares several sellers. */
export const meld: ProviderDescription = { id: 'meld', name: 'Meld', feeBps: { min: 100, max: 200 } }
