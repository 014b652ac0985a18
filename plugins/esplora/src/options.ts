import { defineOptions, listOf, type OptionsOfSchema, recordOf, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** APIs for additional networks, or in place of the public APIs. Default: none. */
  hosts: listOf(
    recordOf(
      {
        caipNetworkId: textLike(
          /^bip122:[\da-f]{32}$/,
          'a CAIP-2 id such as "bip122:000000000019d6689c085ae165831e93"',
        ),
        url: textLike(/^https?:\/\/[^\s?#]+$/, 'a URL such as "https://mempool.space/api"'),
      },
      ['caipNetworkId', 'url'],
    ),
  ),
})

export type EsploraOptions = OptionsOfSchema<typeof options>
