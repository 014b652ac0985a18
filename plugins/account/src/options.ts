import { defineOptions, flag, type OptionsOfSchema } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Leave visitors alone whose wallet is on a network that the site does not list. */
  allowUnsupportedChain: flag,
})

export type AccountOptions = OptionsOfSchema<typeof options>
