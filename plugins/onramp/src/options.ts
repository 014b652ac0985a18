import { defineOptions, listOf, type OptionsOfSchema, text } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** IANA time zones in which buying is not offered, such as `Asia/Shanghai`. The visitor's time zone is read from the browser. */
  excludedTimeZones: listOf(text),
})

export type OnRampPluginOptions = OptionsOfSchema<typeof options>
