/** Where the kernel finds a service of a site with a project id that names no other place. A test compares it with the kernel's own list. */
export const defaultEndpoints: Readonly<Record<string, string>> = {
  catalogue: 'https://api.web3modal.org',
  blockchain: 'https://rpc.walletconnect.org',
  rpc: 'https://rpc.walletconnect.org',
  analytics: 'https://pulse.walletconnect.org',
  relay: 'wss://relay.walletconnect.org',
  secure: 'https://secure.walletconnect.org',
}
