import { defineOptions, flag, listOf, type OptionsOfSchema, text } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Whether a wallet may use a network that the site does not list. If not, the view `UnsupportedChain` opens. Default: false. */
  allowUnsupportedChain: flag,
  /** Order of the account actions, by id; omitted actions follow. Default: `onramp`, `swaps`, `receive`, `send`. */
  walletFeaturesOrder: listOf(text),
})

export type AccountOptions = OptionsOfSchema<typeof options>
