import { defineOptions, listOf, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

const assetId = textLike(
  /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/,
  'a CAIP-19 id such as "eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f"',
)

export const options = defineOptions({
  /**
   * CAIP-19 ids of tokens. On networks that the Blockchain API does not support, the plugin reads these tokens from the chain. All other EVM tokens on
   * these networks come from token lists or from an indexer, such as `@wallet-modal/blockscout`. Default: none.
   */
  tokens: listOf(assetId),
})

export type BalancesOptions = OptionsOfSchema<typeof options>
