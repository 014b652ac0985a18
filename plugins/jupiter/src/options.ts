import { defineOptions, listOf, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Networks beside Solana's main one that the endpoint `jupiter` swaps on: a local chain. */
  networks: listOf(textLike(/^solana:[1-9A-HJ-NP-Za-km-z]{32}$/, 'a CAIP-2 id of a Solana network')),
})

export type JupiterOptions = OptionsOfSchema<typeof options>
