import { createWalletModal } from '@wallet-modal/kernel'
import { createFakeNamespace } from '@wallet-modal/kernel/testing'

const family = createFakeNamespace()

/** A wallet that a test drives. */
export const { wallet } = family

/** Stands in for this site's modal in tests: one made-up chain family, no network. */
export const modal = createWalletModal({ networks: family.networks, plugins: [family.plugin()] })
