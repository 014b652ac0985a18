import { defineOptions, listOf, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * CAIP-2 id of the network that has the ENS contracts. The site must list this network in `networks`, set `rpcUrls` for it, or have an RPC service (a
   * project id or `endpoints.rpc`). Default: `eip155:1`.
   */
  caipNetworkId: textLike(/^eip155:\d{1,32}$/, 'a CAIP-2 id such as "eip155:1"'),
  /** Address of ENS's Universal Resolver on the network `caipNetworkId`. Default: the address on Ethereum. */
  universalResolver: textLike(/^0x[\da-fA-F]{40}$/, 'an address'),
  /**
   * Origins of servers for offchain records (ERC-3668), in addition to the servers that the plugin knows. Names with records on any other server are
   * not resolved. Default: none.
   */
  gateways: listOf(textLike(/^https?:\/\/[^\s/?#]+$/, 'an origin such as "https://base.3668.io"')),
})

export type EnsOptions = OptionsOfSchema<typeof options>
