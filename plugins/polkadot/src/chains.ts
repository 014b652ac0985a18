import type { PolkadotOptions } from './options.js'

/** Address format of a chain: an SS58 prefix, or `h160` for Ethereum addresses. */
export type AddressForm = number | 'h160'

/** Generic SS58 prefix, for chains without their own prefix (SS58 registry). */
export const GENERIC_PREFIX = 42

/** Address formats by CAIP-2 reference (the first 32 hex digits of the genesis hash). The prefixes are from the SS58 registry. */
export const addressForms: Readonly<Record<string, AddressForm>> = {
  '91b171bb158e2d3848fa23a9f1c25182': 0, // Polkadot
  '68d56f15f85d3136970ec16946040bc1': 0, // Polkadot Asset Hub
  b0a8d493285c2df73290dfb7e61f870f: 2, // Kusama
  '48239ef607d7928874027a43a6768920': 2, // Kusama Asset Hub
  e143f23803ac50e8f6f8e62695d1ce9e: GENERIC_PREFIX, // Westend
  '67f9723393ef76214df0118c34bbbd3d': GENERIC_PREFIX, // Westend Asset Hub
  '9eb76c5184c4ab8679d2d5d819fdf90b': 5, // Astar
  '262e1b2ad728475fd6fe88e62d34c200': 6, // Bifrost
  fc41b9bd8ef8fe53d58c7ea67c794c7e: 10, // Acala
  '1bb969d85965e4bb5a651abbedf21a54': 30, // Phala
  b3db41421702df9a7fcac62b53ffeac8: 36, // Centrifuge
  afdc188f45c71dacbaa0b62e16a91f72: 63, // Hydration
  f6ee56e9c5277df5b4ce6ae9983ee88f: 'h160', // Mythos
}

/** Address format of a network: from the site's options, else from {@link addressForms}, else the generic prefix. */
export function addressForm(caipNetworkId: string, { ss58Prefixes = [] }: PolkadotOptions): AddressForm {
  const configuredPrefix = ss58Prefixes.find((one) => one.caipNetworkId === caipNetworkId)?.prefix
  const reference = caipNetworkId.slice('polkadot:'.length)
  return (
    configuredPrefix ?? (Object.hasOwn(addressForms, reference) ? addressForms[reference] : undefined) ?? GENERIC_PREFIX
  )
}
