/** Bitcoin chain: CAIP-2 reference, address encoding, and names in Wallet Standard, sats-connect and UniSat's interface. */
export interface BitcoinChain {
  readonly reference: string
  readonly name: string
  readonly base58: 'main' | 'test'
  /** Human-readable part of bech32 and bech32m addresses. */
  readonly hrp: 'bc' | 'tb' | 'bcrt'
  readonly walletStandard: string
  readonly satsConnect: string
  /** Name in the chain list of wallets with UniSat's interface. */
  readonly unisat: string
}

export const chains: readonly BitcoinChain[] = [
  {
    reference: '000000000019d6689c085ae165831e93',
    name: 'Bitcoin',
    base58: 'main',
    hrp: 'bc',
    walletStandard: 'bitcoin:mainnet',
    satsConnect: 'Mainnet',
    unisat: 'BITCOIN_MAINNET',
  },
  {
    reference: '000000000933ea01ad0ee984209779ba',
    name: 'Bitcoin Testnet',
    base58: 'test',
    hrp: 'tb',
    walletStandard: 'bitcoin:testnet',
    satsConnect: 'Testnet',
    unisat: 'BITCOIN_TESTNET',
  },
  {
    reference: '00000000da84f2bafbbc53dee25a72ae',
    name: 'Bitcoin Testnet4',
    base58: 'test',
    hrp: 'tb',
    walletStandard: 'bitcoin:testnet4',
    satsConnect: 'Testnet4',
    unisat: 'BITCOIN_TESTNET4',
  },
  {
    reference: '00000008819873e925422c1ff0f99f7c',
    name: 'Bitcoin Signet',
    base58: 'test',
    hrp: 'tb',
    walletStandard: 'bitcoin:signet',
    satsConnect: 'Signet',
    unisat: 'BITCOIN_SIGNET',
  },
  {
    reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
    name: 'Bitcoin Regtest',
    base58: 'test',
    hrp: 'bcrt',
    walletStandard: 'bitcoin:regtest',
    satsConnect: 'Regtest',
    unisat: 'BITCOIN_REGTEST',
  },
]

export const caipOf = ({ reference }: BitcoinChain): string => `bip122:${reference}`

/** Chain with a CAIP-2 id; `undefined` for an unknown chain. */
export const chainOf = (caipNetworkId: string): BitcoinChain | undefined =>
  chains.find((chain) => caipOf(chain) === caipNetworkId)

type WalletInterface = 'walletStandard' | 'satsConnect' | 'unisat'

/**
 * CAIP-2 id for a chain name in a wallet interface. An unknown name of up to 32 letters, digits and underscores becomes the reference of the id, so
 * that the modal shows the network as unsupported. `undefined` for any other value.
 */
export function caipOfName(walletInterface: WalletInterface, name: unknown): string | undefined {
  const known = chains.find((chain) => chain[walletInterface] === name)
  if (known) return caipOf(known)
  return typeof name === 'string' && /^\w{1,32}$/.test(name) ? `bip122:${name}` : undefined
}

/** Name of a chain in a wallet interface; `undefined` for an unknown chain. */
export const nameOf = (walletInterface: WalletInterface, caipNetworkId: string): string | undefined =>
  chainOf(caipNetworkId)?.[walletInterface]
