import { defineOptions, flag, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'
import { ownPath } from './own-path.js'

export const options = defineOptions({
  /** Whether nobody stays connected without signing in. Default: true. */
  required: flag,
  /** Where the site's server answers, on the page's own origin, below which are `nonce`, `verify`, `session` and `sign-out`. Default: `/api/siwx`. */
  endpoint: textLike(ownPath, 'a path on this site such as "/api/siwx"'),
  /** Whether disconnecting ends the session. Default: true. */
  signOutOnDisconnect: flag,
})

export type SiwxOptions = OptionsOfSchema<typeof options>
