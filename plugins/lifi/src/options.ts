import { defineOptions, listOf, type OptionsOfSchema, recordOf, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** LI.FI's contract on further networks, or another one than the known of a network. */
  diamonds: listOf(
    recordOf(
      {
        caipNetworkId: textLike(/^eip155:\d{1,32}$/, 'a CAIP-2 id such as "eip155:1"'),
        address: textLike(/^0x[\da-fA-F]{40}$/, 'an address'),
      },
      ['caipNetworkId', 'address'],
    ),
  ),
  /** Name that the site has registered with LI.FI. Fees that were agreed on with LI.FI go by it. */
  integrator: textLike(/^[-._a-zA-Z0-9]{1,32}$/, 'a name such as "my-site"'),
})

export type LifiOptions = OptionsOfSchema<typeof options>
