import { defineOptions, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Address of the contract. */
  contract: textLike(/^0x[\da-fA-F]{40}$/, 'an address'),
})

export type ExchangeOptions = OptionsOfSchema<typeof options>
