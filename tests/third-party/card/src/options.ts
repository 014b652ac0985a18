import { defineOptions, type OptionsOfSchema, text } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Text at the top of the card. */
  greeting: text,
})

export type CardOptions = OptionsOfSchema<typeof options>
