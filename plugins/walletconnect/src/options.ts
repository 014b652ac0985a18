import { defineOptions, type OptionsOfSchema, text, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Project id for the relay. Default: the site's project id. */
  projectId: text,
  /**
   * WebSocket URL of your own relay, which needs no project id. Default: the relay of another plugin, such as `@wallet-modal/sandbox`. If no plugin has
   * a relay and there is a project id, the default is `endpoints.relay` or, if that is not set, the public relay.
   */
  relayUrl: textLike(/^wss?:\/\/./, 'a ws(s) URL'),
  /**
   * Prefix of the storage keys of sessions. If a page has several WalletConnect clients, set a different prefix for each. Default: `wallet-modal-<id>`
   * with the modal's `id`.
   */
  storagePrefix: text,
})

export type WalletConnectOptions = OptionsOfSchema<typeof options>
