/** The id under which sites and other plugins find the connector. */
export const CONNECTOR_ID = 'walletConnect'

/** Namespaces that a session is turned into a provider for. */
export const NAMESPACES = ['eip155'] as const
