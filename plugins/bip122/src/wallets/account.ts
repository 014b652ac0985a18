import type { Account, Network } from '@wallet-modal/kernel'
import { readAddress } from '../address.js'
import { type BitcoinChain, caipOf, chainOf, chains } from '../chains.js'

const publicKeyPattern = /^([\da-f]{64}|[\da-f]{66})$/i

/** An account as a wallet wrote it. */
interface Raw {
  readonly address: unknown
  /** 32 or 33 bytes in hex. */
  readonly publicKey?: unknown
  readonly purpose?: unknown
}

/** Ordinals live at addresses of their own; whatever a wallet calls anything else is for payments. Throws for what is no address. */
export const toAccount = ({ address, publicKey, purpose }: Raw): Account => ({
  address: readAddress(address).text,
  type: purpose === 'ordinals' || purpose === 'ordinal' ? 'ordinal' : 'payment',
  ...(typeof publicKey === 'string' && publicKeyPattern.test(publicKey) && { publicKey: publicKey.toLowerCase() }),
})

function distinct(accounts: readonly Account[], keyOf: (account: Account) => string): readonly Account[] {
  const known = new Set<string>()
  return accounts.filter((account) => !known.has(keyOf(account)) && known.add(keyOf(account)))
}

/** Payment accounts first, each address once for each of its purposes. */
export const arrangeAccounts = (accounts: readonly Account[]): readonly Account[] =>
  distinct(
    accounts.toSorted((a, b) => Number(a.type === 'ordinal') - Number(b.type === 'ordinal')),
    ({ address, type }) => `${type} ${address}`,
  )

/** Payment accounts first, each address once: one for both purposes is for payments. */
export const arrangeAddresses = (accounts: readonly Account[]): readonly Account[] =>
  distinct(arrangeAccounts(accounts), ({ address }) => address)

/** The network of a wallet that does not tell: the first of the site's, else of all, that has addresses of this kind. */
export function networkOf(accounts: readonly Account[], networks: readonly Network[]): string {
  const [first] = accounts
  const address = first && readAddress(first.address)
  const own = networks.flatMap(({ caipNetworkId }): BitcoinChain | readonly [] => chainOf(caipNetworkId) ?? [])
  const chain = [...own, ...chains].find((one) => address?.isOn(one)) ?? chains[0]
  return chain ? caipOf(chain) : ''
}
