import type { SignInFamily } from './sign-in-family.js'

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text)

/** Families included in this package. The code of a family is loaded when one of its accounts signs in. */
export const ownFamilies: readonly SignInFamily[] = [
  {
    namespace: 'eip155',
    name: 'Ethereum',
    isAddress: matches(/^0x[0-9a-fA-F]{40}$/),
    isReference: matches(/^[1-9]\d{0,31}$/),
    verify: async (signed) => (await import('./eip155.js')).verifyEip155(signed),
  },
  {
    namespace: 'solana',
    name: 'Solana',
    isAddress: matches(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    walletStandardChains: {
      mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    },
    verify: async (signed) => (await import('./solana.js')).verifySolana(signed),
  },
  {
    namespace: 'polkadot',
    name: 'Polkadot',
    isAddress: matches(/^[1-9A-HJ-NP-Za-km-z]{40,64}$/),
    verify: async (signed) => (await import('./polkadot.js')).verifyPolkadot(signed),
  },
  {
    namespace: 'bip122',
    name: 'Bitcoin',
    isAddress: matches(/^[0-9A-Za-z]{25,90}$/),
    verify: async (signed) => (await import('./bip122.js')).verifyBip122(signed),
  },
]

/** Families of a server: the site's families, and the included families whose namespaces the site does not replace. */
export const withOwnFamilies = (siteFamilies: readonly SignInFamily[] = []): readonly SignInFamily[] => [
  ...siteFamilies,
  ...ownFamilies.filter((own) => !siteFamilies.some(({ namespace }) => namespace === own.namespace)),
]
