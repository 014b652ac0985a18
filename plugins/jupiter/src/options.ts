import { defineOptions, listOf, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** CAIP-2 ids of networks, besides Solana Mainnet, that the server in `endpoints.jupiter` supports, such as a local chain. Default: none. */
  networks: listOf(textLike(/^solana:[1-9A-HJ-NP-Za-km-z]{32}$/, 'a CAIP-2 id of a Solana network')),
})

export type JupiterOptions = OptionsOfSchema<typeof options>
