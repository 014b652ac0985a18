/**
 * Default URLs of services, for sites with a project id. A URL of the site or of a plugin replaces the default. A test compares this list with the
 * kernel's list.
 */
export const defaultEndpoints: Readonly<Record<string, string>> = {
  catalogue: 'https://api.web3modal.org',
  blockchain: 'https://rpc.walletconnect.org',
  rpc: 'https://rpc.walletconnect.org',
  analytics: 'https://pulse.walletconnect.org',
  relay: 'wss://relay.walletconnect.org',
  secure: 'https://secure.walletconnect.org',
}
