import type { BitcoinProviders } from '@wallet-modal/bip122/contract'
import { type Capability, capability } from '@wallet-modal/kernel'

/**
 * Capability of `@wallet-modal/bip122`: creates the provider of a wallet, which checks PSBTs. Declared here by its name, and typed by an import that
 * the build removes, because a site without Bitcoin does not install that package.
 */
export const bitcoinProviders: Capability<BitcoinProviders> = capability('@wallet-modal/bip122#bitcoinProviders')
