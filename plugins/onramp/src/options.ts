import { defineOptions, listOf, type OptionsOfSchema, text } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * IANA time zones in which the Account view has no button for buying, such as `Asia/Shanghai`. A site that opens the views itself must check the time
   * zone itself.
   */
  excludedTimeZones: listOf(text),
})

export type OnRampPluginOptions = OptionsOfSchema<typeof options>
