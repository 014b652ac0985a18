import { defineOptions, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** CAIP-2 id of the network on which ENS is. Default: `eip155:1`. */
  caipNetworkId: textLike(/^eip155:\d{1,32}$/, 'a CAIP-2 id such as "eip155:1"'),
  /** ENS's Universal Resolver on that network. Default: the one on Ethereum. */
  universalResolver: textLike(/^0x[\da-fA-F]{40}$/, 'an address'),
})

export type EnsOptions = OptionsOfSchema<typeof options>
