import { defineOptions, type OptionsOfSchema, text, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Project id for the relay. Default: the site's project id. */
  projectId: text,
  /**
   * WebSocket URL of your own relay. With this option, the plugin needs no project id. In development, the relay of `@wallet-modal/sandbox` takes
   * precedence. Default: `endpoints.relay`, otherwise the relay of another plugin, otherwise the public relay. If no plugin provides a relay, the
   * default requires a project id.
   */
  relayUrl: textLike(/^wss?:\/\/./, 'a ws(s) URL'),
  /**
   * Prefix of the storage keys of sessions. If a page has several WalletConnect clients, set a different prefix for each. Default: `wallet-modal-<id>`
   * with the modal's `id`.
   */
  storagePrefix: text,
})

export type WalletConnectOptions = OptionsOfSchema<typeof options>
