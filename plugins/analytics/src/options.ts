import { defineOptions, flag, type OptionsOfSchema } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Whether events are sent to the service `analytics`. `false` does not affect listeners and the slot `analyticsSinks`. Default: true. */
  service: flag,
})

export type AnalyticsOptions = OptionsOfSchema<typeof options>
