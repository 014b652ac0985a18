import { WalletModalError } from '@wallet-modal/kernel'

/** The sign-in server must be on the page's own origin, so that the plugin sends signed messages to no other site. */
export const badEndpoint = (endpoint: string): WalletModalError =>
  new WalletModalError(
    'INVALID_OPTIONS',
    `The option "endpoint" of @wallet-modal/siwx is ${JSON.stringify(endpoint)}. Set a path on this site such as "/api/siwx".`,
    { plugin: '@wallet-modal/siwx' },
  )
