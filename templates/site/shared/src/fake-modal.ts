import { createWalletModal } from '@wallet-modal/kernel'
import { createFakeNamespace } from '@wallet-modal/kernel/testing'

const family = createFakeNamespace()

/** Wallet controlled by a test. */
export const { wallet } = family

/** Replacement for this site's modal in tests: one fake chain family, no network requests. */
export const modal = createWalletModal({ networks: family.networks, plugins: [family.plugin()] })
