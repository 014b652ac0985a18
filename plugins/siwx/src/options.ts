import { defineOptions, flag, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'
import { ownPath } from './own-path.js'

export const options = defineOptions({
  /** Whether sign-in is required to stay connected. Default: true. */
  required: flag,
  /** Path of the site's sign-in routes, on the page's own origin. The plugin appends `/nonce`, `/verify` and other names. Default: `/api/siwx`. */
  endpoint: textLike(ownPath, 'a path on this site such as "/api/siwx"'),
  /** Whether disconnecting a wallet, or replacing it by another WalletConnect wallet, ends the sessions of its accounts. Default: true. */
  signOutOnDisconnect: flag,
})

export type SiwxOptions = OptionsOfSchema<typeof options>
