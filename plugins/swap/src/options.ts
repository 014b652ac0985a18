import { defineOptions, listOf, type OptionsOfSchema, recordOf, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Further contracts that swaps may call and approve tokens for. Adds their networks to the swap. */
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
