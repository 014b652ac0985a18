import { defineOptions, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Origin of the embedded wallet's frame, which the gateway serves. Default: the endpoint `secure`; without either, email login is not offered. */
  url: textLike(/^https?:\/\/[^\s/?#]+$/, 'an origin such as "https://wallet.shop.example"'),
})

export type EmailSocialOptions = OptionsOfSchema<typeof options>
