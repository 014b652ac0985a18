import { defineOptions, type OptionsOfSchema, text } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** What the card begins with. */
  greeting: text,
})

export type CardOptions = OptionsOfSchema<typeof options>
