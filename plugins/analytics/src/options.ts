import { defineOptions, flag, type OptionsOfSchema } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * Whether the plugin sends events to the service `analytics`. If `false`, only listeners and the functions in `analyticsSinks` receive events.
   * Default: true.
   */
  service: flag,
})

export type AnalyticsOptions = OptionsOfSchema<typeof options>
