import { defineOptions, listOf, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Origins of the pages that may hold this one in their frame, without a pattern. Default: `https://app.safe.global`. */
  parents: listOf(textLike(/^https?:\/\/[^/*]+$/, 'an origin such as "https://app.safe.global"')),
})

export type SafeOptions = OptionsOfSchema<typeof options>
