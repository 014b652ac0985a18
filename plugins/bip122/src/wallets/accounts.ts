import type { Account, Network } from '@wallet-modal/kernel'
import { readAddress } from '../address.js'
import { type BitcoinChain, caipOf, chainOf, chains } from '../chains.js'

const publicKeyPattern = /^([\da-f]{64}|[\da-f]{66})$/i

/** Account as a wallet returns it. */
interface RawAccount {
  readonly address: unknown
  /** 32 or 33 bytes in hex. */
  readonly publicKey?: unknown
  readonly purpose?: unknown
}

/** Addresses that the wallet marks for ordinals get the type `ordinal`, all other addresses get `payment`. Throws for an invalid address. */
export const toAccount = ({ address, publicKey, purpose }: RawAccount): Account => ({
  address: readAddress(address).text,
  type: purpose === 'ordinals' || purpose === 'ordinal' ? 'ordinal' : 'payment',
  ...(typeof publicKey === 'string' && publicKeyPattern.test(publicKey) && { publicKey: publicKey.toLowerCase() }),
})

function distinct(accounts: readonly Account[], keyOf: (account: Account) => string): readonly Account[] {
  const seen = new Set<string>()
  return accounts.filter((account) => !seen.has(keyOf(account)) && seen.add(keyOf(account)))
}

/** Payment accounts first, each address once for each purpose. */
export const arrangeAccounts = (accounts: readonly Account[]): readonly Account[] =>
  distinct(
    accounts.toSorted((a, b) => Number(a.type === 'ordinal') - Number(b.type === 'ordinal')),
    ({ address, type }) => `${type} ${address}`,
  )

/** Payment accounts first, each address once; an address for both purposes is a payment account. */
export const arrangeAddresses = (accounts: readonly Account[]): readonly Account[] =>
  distinct(arrangeAccounts(accounts), ({ address }) => address)

/**
 * Network of a wallet that does not report its network: the first chain with the address format of the first account. Chains of the site take
 * precedence. Bitcoin mainnet if no chain matches.
 */
export function networkOf(accounts: readonly Account[], networks: readonly Network[]): string {
  const [first] = accounts
  const address = first && readAddress(first.address)
  const siteChains = networks.flatMap(({ caipNetworkId }): BitcoinChain | readonly [] => chainOf(caipNetworkId) ?? [])
  const chain = [...siteChains, ...chains].find((one) => address?.isOn(one)) ?? chains[0]
  return chain ? caipOf(chain) : ''
}
