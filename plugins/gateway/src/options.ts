import { defineOptions, listOf, type OptionsOfSchema, oneOf, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Base URL of a server made with `@wallet-modal/gateway/server`. Without a URL, the plugin does nothing. */
  url: textLike(/^https?:\/\/[^\s?#]+$/, 'a URL such as "https://gateway.example"'),
  /** Services that the gateway replaces. Default: `blockchain` and `analytics`. */
  services: listOf(oneOf('blockchain', 'analytics', 'catalogue', 'rpc')),
})

export type GatewayOptions = OptionsOfSchema<typeof options>
