import { defineOptions, listOf, type OptionsOfSchema, recordOf, text, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * Networks to add to the built-in list, or whose built-in entry is replaced. `chain` is DefiLlama's name of the network, `coin` is DefiLlama's key of
   * the native coin, such as `coingecko:ethereum`. `coin` is optional; default: `<chain>:0x0000000000000000000000000000000000000000`. Default: none.
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
