import { defineOptions, listOf, type OptionsOfSchema, oneOf, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** The base URL of a server made with `@wallet-modal/gateway/server`. Without it the plugin does nothing. */
  url: textLike(/^https?:\/\/[^\s?#]+$/, 'an address such as "https://gateway.example"'),
  /** The services that it answers in place of the default ones. Default: `blockchain` and `analytics`. */
  services: listOf(oneOf('blockchain', 'analytics', 'catalogue', 'rpc')),
})

export type GatewayOptions = OptionsOfSchema<typeof options>
