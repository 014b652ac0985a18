import { Keyring } from '@polkadot/keyring'
import type { WalletPlan } from '@wallet-modal/sandbox/testing'

const keyring = new Keyring({ ss58Format: 42 })
/** Published development keys, of accounts that the extension has. */
export const sr25519 = keyring.addFromUri('//Alice', {}, 'sr25519')
export const ed25519 = keyring.addFromUri('//Alice', {}, 'ed25519')

/** The extension of most tests. */
export const polkadotJs = { namespace: 'polkadot', name: 'polkadot-js' } as const satisfies WalletPlan
