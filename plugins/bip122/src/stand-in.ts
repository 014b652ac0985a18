import { caipOf, chains } from './chains.js'
import type { BitcoinProvider } from './contract.js'

const addresses = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
] as const

const session = {
  accounts: addresses.map((address, at) => ({ address, type: at === 0 ? ('payment' as const) : ('ordinal' as const) })),
  caipNetworkId: chains.slice(0, 1).map(caipOf).join(),
}

/** Says yes to everything and does nothing; its addresses are test vectors of BIP-350. */
export const standIn: BitcoinProvider = {
  connect: async () => session,
  getAccounts: async () => session.accounts,
  signMessage: async () => 'AA==',
  signPsbt: async ({ psbt }) => ({ psbt }),
  watch: () => () => undefined,
}
