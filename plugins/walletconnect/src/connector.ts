import type { OwnNamespace } from './namespaces/families.js'

/** The id under which sites and other plugins find the connector. */
export const CONNECTOR_ID = 'walletConnect'

/** Namespaces that this plugin contributes itself, the usual one first. */
export const OWN_NAMESPACES: readonly OwnNamespace[] = ['eip155', 'solana', 'polkadot', 'bip122']
