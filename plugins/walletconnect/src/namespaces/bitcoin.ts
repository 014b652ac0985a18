import type { BitcoinProviders } from '@wallet-modal/bip122/contract'
import { type Capability, capability } from '@wallet-modal/kernel'

/**
 * Capability of `@wallet-modal/bip122` that creates the provider of a wallet. The provider checks PSBTs. Declared here by name, with a type-only
 * import, because a site without Bitcoin does not install that package.
 */
export const bitcoinProviders: Capability<BitcoinProviders> = capability('@wallet-modal/bip122#bitcoinProviders')
