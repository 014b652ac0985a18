import { defineOptions, type OptionsOfSchema, text, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Default: the site's. */
  projectId: text,
  /** Default: the service `relay`. */
  relayUrl: textLike(/^wss?:\/\/./, 'a ws(s) URL'),
  /** Begins the names under which sessions are kept in the browser. Default: `wallet-modal-` and the modal's id. */
  storagePrefix: text,
})

export type WalletConnectOptions = OptionsOfSchema<typeof options>
