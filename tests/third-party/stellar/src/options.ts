import { defineOptions, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

const url = textLike(/^https?:\/\/[^\s?#]+$/, 'an http(s) URL')

export const options = defineOptions({
  /** Horizon of the public network. */
  pubnetUrl: url,
  /** Horizon of the test network. */
  testnetUrl: url,
})

export type StellarOptions = OptionsOfSchema<typeof options>
