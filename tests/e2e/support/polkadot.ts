import { Keyring } from '@polkadot/keyring'
import type { WalletPlan } from '@wallet-modal/sandbox/testing'

const keyring = new Keyring({ ss58Format: 42 })
/** Published development keys of the accounts in the extension. */
export const sr25519 = keyring.addFromUri('//Alice', {}, 'sr25519')
export const ed25519 = keyring.addFromUri('//Alice', {}, 'ed25519')

/** Plan of the wallet extension in most tests. */
export const polkadotJs = { namespace: 'polkadot', name: 'polkadot-js' } as const satisfies WalletPlan
