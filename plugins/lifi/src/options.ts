import { defineOptions, listOf, type OptionsOfSchema, recordOf, textLike } from '@wallet-modal/kernel'

const contracts = listOf(
  recordOf(
    {
      caipNetworkId: textLike(/^eip155:\d{1,32}$/, 'a CAIP-2 id such as "eip155:1"'),
      address: textLike(/^0x[\da-fA-F]{40}$/, 'an address'),
    },
    ['caipNetworkId', 'address'],
  ),
)

export const options = defineOptions({
  /** LI.FI's contract on additional networks, or in place of the built-in address. Default: none. */
  diamonds: contracts,
  /** Wrapped native coin (such as WETH) of additional destination networks, or in place of the built-in address. Default: none. */
  wrappedCoins: contracts,
  /** Integrator name that the site registered with LI.FI. LI.FI applies the fees agreed for this name. Default: none. */
  integrator: textLike(/^[-._a-zA-Z0-9]{1,32}$/, 'a name such as "my-site"'),
})

export type LifiOptions = OptionsOfSchema<typeof options>
