/** Id of this plugin's connector, also for sites and other plugins. */
export const CONNECTOR_ID = 'walletConnect'

/** Namespaces that this plugin supports itself, the default first. Other plugins may replace any of them. */
export const OWN_NAMESPACES = ['eip155', 'solana', 'polkadot', 'bip122'] as const
export type OwnNamespace = (typeof OWN_NAMESPACES)[number]
