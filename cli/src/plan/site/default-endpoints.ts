/** Default URLs of services. A site uses them if it has a project id and sets no other URL. A test compares them with the kernel's list. */
export const defaultEndpoints: Readonly<Record<string, string>> = {
  catalogue: 'https://api.web3modal.org',
  blockchain: 'https://rpc.walletconnect.org',
  rpc: 'https://rpc.walletconnect.org',
  analytics: 'https://pulse.walletconnect.org',
  relay: 'wss://relay.walletconnect.org',
  secure: 'https://secure.walletconnect.org',
}
