import { defineOptions, flag, type OptionsOfSchema } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Whether events go to the service `analytics`. Listeners and sinks get them in any case. Default: true. */
  service: flag,
})

export type AnalyticsOptions = OptionsOfSchema<typeof options>
