import { defineOptions, listOf, type OptionsOfSchema, recordOf, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * Instances for additional networks, or in place of public instances. `caipNetworkId` is a CAIP-2 id, and `url` is the base URL of the instance.
   * Default: none.
   */
  hosts: listOf(
    recordOf(
      {
        caipNetworkId: textLike(/^eip155:\d{1,32}$/, 'a CAIP-2 id such as "eip155:1"'),
        url: textLike(/^https?:\/\/[^\s?#]+$/, 'a URL such as "https://eth.blockscout.com"'),
      },
      ['caipNetworkId', 'url'],
    ),
  ),
})

export type BlockscoutOptions = OptionsOfSchema<typeof options>
