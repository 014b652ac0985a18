import { defineOptions, type OptionsOfSchema, text, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Project id for the relay. Default: the site's project id. */
  projectId: text,
  /**
   * WebSocket URL of your own relay. With this option, no project id is needed. Default: the relay of another plugin, else `endpoints.relay` of the
   * site or WalletConnect's relay, which both require a project id.
   */
  relayUrl: textLike(/^wss?:\/\/./, 'a ws(s) URL'),
  /** Prefix of the storage keys of sessions. Default: `wallet-modal-` and the modal's id. */
  storagePrefix: text,
})

export type WalletConnectOptions = OptionsOfSchema<typeof options>
