import { defineOptions, listOf, type OptionsOfSchema, recordOf, text, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * Networks to add, or to use in place of a built-in network. `chain`: name of the network at DefiLlama. `coin`: key of the native coin at DefiLlama,
   * such as `coingecko:ethereum`. Without `coin`, the key is the zero address on `chain`. Default: none.
   */
  chains: listOf(
    recordOf(
      {
        caipNetworkId: textLike(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'a CAIP-2 id such as "eip155:1"'),
        chain: textLike(/^[-_a-zA-Z0-9]{1,64}$/, 'a name such as "ethereum"'),
        coin: text,
      },
      ['caipNetworkId', 'chain'],
    ),
  ),
})

export type DefillamaOptions = OptionsOfSchema<typeof options>
