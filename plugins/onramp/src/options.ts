import { defineOptions, listOf, type OptionsOfSchema, text } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** IANA time zones in which the Account view has no Buy button, such as `Asia/Shanghai`. `modal.open` still opens the views. Default: none. */
  excludedTimeZones: listOf(text),
})

export type OnRampPluginOptions = OptionsOfSchema<typeof options>
