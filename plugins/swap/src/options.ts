import { defineOptions, listOf, type OptionsOfSchema, recordOf, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * Additional EVM contracts that swaps may call, and for which visitors may approve tokens. The plugin also requests quotes from the Blockchain API on
   * the networks of these contracts. Default: none.
   */
  contracts: listOf(
    recordOf(
      {
        caipNetworkId: textLike(/^eip155:\d{1,32}$/, 'a CAIP-2 id such as "eip155:1"'),
        address: textLike(/^0x[\da-fA-F]{40}$/, 'an address'),
      },
      ['caipNetworkId', 'address'],
    ),
  ),
})

export type SwapOptions = OptionsOfSchema<typeof options>
