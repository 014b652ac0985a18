import { defineOptions, listOf, type OptionShape, type OptionsOfSchema, recordOf, textLike } from '@wallet-modal/kernel'

const isPrefix = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 16_384

const prefix: OptionShape<number> = {
  json: { type: 'integer', minimum: 0, maximum: 16_383 },
  check: (value, path) => (isPrefix(value) ? undefined : `"${path}" must be a whole number from 0 to 16383`),
}

const chain = recordOf(
  {
    caipNetworkId: textLike(
      /^polkadot:[\da-f]{32}$/,
      'a CAIP-2 id such as "polkadot:91b171bb158e2d3848fa23a9f1c25182"',
    ),
    prefix,
  },
  ['caipNetworkId', 'prefix'],
)

export const options = defineOptions({
  /**
   * SS58 prefixes of chains. The plugin contains the prefixes of Polkadot, Kusama, Westend, their Asset Hubs, Astar, Bifrost, Acala, Phala,
   * Centrifuge and Hydration. Mythos has Ethereum-style addresses. All other chains get the generic prefix 42. Default: none.
   */
  ss58Prefixes: listOf(chain),
})

export type PolkadotOptions = OptionsOfSchema<typeof options>
