import { defineOptions, type OptionsOfSchema, text, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Project id for the relay. Default: the site's project id. */
  projectId: text,
  /**
   * WebSocket URL of your own relay, which needs no project id. Default: the relay that another plugin provides, such as `@wallet-modal/sandbox`.
   * Without one, and with a project id: `endpoints.relay`, or the public relay if that is not set.
   */
  relayUrl: textLike(/^wss?:\/\/./, 'a ws(s) URL'),
  /** Prefix of the storage keys of sessions. Default: `wallet-modal-` and the modal's id. */
  storagePrefix: text,
})

export type WalletConnectOptions = OptionsOfSchema<typeof options>
