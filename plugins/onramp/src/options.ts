import { defineOptions, listOf, type OptionsOfSchema, text } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** IANA time zones in which the Account view has no Buy button, such as `Asia/Shanghai`. `modal.open` opens the views in all time zones. Default: none. */
  excludedTimeZones: listOf(text),
})

export type OnRampPluginOptions = OptionsOfSchema<typeof options>
