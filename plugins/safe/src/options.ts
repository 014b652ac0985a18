import { defineOptions, listOf, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Exact origins that may embed the page as a Safe App. Default: `https://app.safe.global`. */
  parents: listOf(textLike(/^https?:\/\/[^/*]+$/, 'an origin such as "https://app.safe.global"')),
})

export type SafeOptions = OptionsOfSchema<typeof options>
