import { defineOptions, listOf, type OptionsOfSchema, text } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** IANA time zones in which the Account view has no button for buying, such as `Asia/Shanghai`. The views are not blocked. Default: none. */
  excludedTimeZones: listOf(text),
})

export type OnRampPluginOptions = OptionsOfSchema<typeof options>
