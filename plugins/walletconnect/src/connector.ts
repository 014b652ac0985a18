import type { OwnNamespace } from './namespaces/families.js'

/** Connector id for sites and other plugins. */
export const CONNECTOR_ID = 'walletConnect'

/** Namespaces that this plugin supports itself, the default first. */
export const OWN_NAMESPACES: readonly OwnNamespace[] = ['eip155', 'solana', 'polkadot', 'bip122']
