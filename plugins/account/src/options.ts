import { defineOptions, flag, listOf, type OptionsOfSchema, text } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Leave visitors alone whose wallet is on a network that the site does not list. */
  allowUnsupportedChain: flag,
  /** What can be done with the account, in this order; what is not named follows. Default: `onramp`, `swaps`, `receive`, `send`. */
  walletFeaturesOrder: listOf(text),
})

export type AccountOptions = OptionsOfSchema<typeof options>
