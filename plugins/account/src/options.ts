import { defineOptions, flag, listOf, type OptionsOfSchema, text } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * Whether a wallet may use a network that the site does not list. If `false`, such a network opens the view `UnsupportedChain`. Default: `false`.
   */
  allowUnsupportedChain: flag,
  /** Order of the account actions, by id. Actions that are not listed follow in the default order. Default: `onramp`, `swaps`, `receive`, `send`. */
  walletFeaturesOrder: listOf(text),
})

export type AccountOptions = OptionsOfSchema<typeof options>
