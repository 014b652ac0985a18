import type { SignInNetwork } from './sign-in-family.js'

/** Generic prefix of the SS58 registry, for chains that are not in `prefixes`. */
const GENERIC_PREFIX = 42

/** SS58 prefixes by CAIP-2 reference; `null`: no SS58 addresses. @wallet-modal/polkadot has the same table for the page; a test compares them. */
const prefixes: Readonly<Record<string, number | null>> = {
  '91b171bb158e2d3848fa23a9f1c25182': 0, // Polkadot
  '68d56f15f85d3136970ec16946040bc1': 0, // Polkadot Asset Hub
  b0a8d493285c2df73290dfb7e61f870f: 2, // Kusama
  '48239ef607d7928874027a43a6768920': 2, // Kusama Asset Hub
  '9eb76c5184c4ab8679d2d5d819fdf90b': 5, // Astar
  '262e1b2ad728475fd6fe88e62d34c200': 6, // Bifrost
  fc41b9bd8ef8fe53d58c7ea67c794c7e: 10, // Acala
  '1bb969d85965e4bb5a651abbedf21a54': 30, // Phala
  b3db41421702df9a7fcac62b53ffeac8: 36, // Centrifuge
  afdc188f45c71dacbaa0b62e16a91f72: 63, // Hydration
  f6ee56e9c5277df5b4ce6ae9983ee88f: null, // Mythos
}

/** SS58 prefix that addresses must have on a network, so that each account has one address per network. `null`: no address is valid. */
export function ss58PrefixOf({ caipNetworkId, ss58Prefix }: SignInNetwork): number | null {
  const reference = caipNetworkId.slice('polkadot:'.length)
  const registered = Object.hasOwn(prefixes, reference) ? prefixes[reference] : undefined
  return ss58Prefix ?? (registered === undefined ? GENERIC_PREFIX : registered)
}
