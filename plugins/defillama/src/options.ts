import { defineOptions, listOf, type OptionsOfSchema, recordOf, text, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * Additional networks, or values in place of the built-in ones. `chain`: DefiLlama's name of the network. `coin` (optional): DefiLlama's key of the
   * native coin, such as `coingecko:ethereum`; by default the zero address on `chain`. Default of `chains`: none.
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
