import { defineOptions, flag, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'
import { ownPath } from './own-path.js'

export const options = defineOptions({
  /** Whether visitors must sign in to stay connected. Default: true. */
  required: flag,
  /** Path of the sign-in routes, on the page's own origin. The plugin appends the name of each route, such as `/nonce`. Default: `/api/siwx`. */
  endpoint: textLike(ownPath, 'a path on this site such as "/api/siwx"'),
  /**
   * Whether the sessions of a wallet's accounts end when the wallet is disconnected, or when another WalletConnect wallet replaces it. Default: true.
   */
  signOutOnDisconnect: flag,
})

export type SiwxOptions = OptionsOfSchema<typeof options>
