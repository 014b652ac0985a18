/** The id under which sites and other plugins find the connector. */
export const CONNECTOR_ID = 'walletConnect'

/** Namespaces that a session is turned into a provider for, the usual one first. */
export const NAMESPACES = ['eip155', 'solana', 'polkadot', 'bip122'] as const
