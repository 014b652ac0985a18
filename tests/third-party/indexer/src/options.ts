import { defineOptions, listOf, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Base URL of a Blockscout API (version 2). */
  url: textLike(/^https?:\/\/[^\s?#]+$/, 'an http(s) URL'),
  /** CAIP-2 ids of the indexed networks. */
  networks: listOf(textLike(/^eip155:\d{1,32}$/, 'a CAIP-2 id such as "eip155:1"')),
})

export type IndexerOptions = OptionsOfSchema<typeof options>
