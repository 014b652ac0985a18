import { defineOptions, listOf, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** CAIP-2 id of the network on which ENS is. Default: `eip155:1`. */
  caipNetworkId: textLike(/^eip155:\d{1,32}$/, 'a CAIP-2 id such as "eip155:1"'),
  /** ENS's Universal Resolver on that network. Default: the one on Ethereum. */
  universalResolver: textLike(/^0x[\da-fA-F]{40}$/, 'an address'),
  /** Origins of further servers of records that are kept outside of the chain (ERC-3668). Names whose records are elsewhere are not resolved. */
  gateways: listOf(textLike(/^https?:\/\/[^\s/?#]+$/, 'an origin such as "https://base.3668.io"')),
})

export type EnsOptions = OptionsOfSchema<typeof options>
