import type { OwnNamespace } from './namespaces/families.js'

/** Id of this plugin's connector, also for sites and other plugins. */
export const CONNECTOR_ID = 'walletConnect'

/** Namespaces that this plugin supports itself, the default first. */
export const OWN_NAMESPACES: readonly OwnNamespace[] = ['eip155', 'solana', 'polkadot', 'bip122']
