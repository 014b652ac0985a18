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
  /** Addresses of LI.FI's contract, by network. They add networks, or replace built-in addresses. Default: none. */
  diamonds: contracts,
  /** Addresses of wrapped native coins (such as WETH), by destination network. They add networks, or replace built-in addresses. Default: none. */
  wrappedCoins: contracts,
  /** Integrator name that you registered with LI.FI. LI.FI applies the fees that you agreed for this name. Default: none. */
  integrator: textLike(/^[-._a-zA-Z0-9]{1,32}$/, 'a name such as "my-site"'),
})

export type LifiOptions = OptionsOfSchema<typeof options>
