import type { Network } from '@wallet-modal/kernel'
import { badParams, unauthorized } from '../errors.js'
import type { WalletOptions } from '../family.js'
import { developmentKeys, type Key } from './signer.js'

/** Wallet Standard identifier of the local cluster. */
const LOCAL = 'solana:localnet'

export interface SolanaAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

export interface AccountsChange {
  readonly accounts: readonly SolanaAccount[]
}

export interface SolanaWalletOptions extends WalletOptions {
  /** Default: the development accounts. */
  readonly keys?: () => readonly Key[]
  /** Wallet Standard identifier of a network. Default: `solana:localnet`. */
  readonly chainOf?: (network: Network) => string
}

/** Accounts and networks of the wallet, and whether the site is authorized. */
export interface WalletSession {
  readonly chains: readonly string[]
  /** Accounts that the site may see: none until the site is authorized. */
  accounts(): readonly SolanaAccount[]
  /** All accounts of the wallet. */
  allAccounts(): readonly SolanaAccount[]
  /** Authorizes the site or revokes its permission, and calls the listeners if this changed the state. */
  setConnected(isConnected: boolean): void
  /** Adds a listener of account changes. Returns a function that removes the listener. */
  onChange(listener: (change: AccountsChange) => void): () => void
  /** Key of an account that the site may use. Throws 4100 for other accounts. */
  keyOf(address: string): Key
  /** Network by its Wallet Standard or CAIP-2 identifier. Default: the first network. Throws -32602 for an unsupported network. */
  networkOf(chain: string | undefined): Network
}

const features = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn']

export function createWalletSession({
  networks,
  walletStorage,
  keys = () => developmentKeys,
  chainOf = () => LOCAL,
}: SolanaWalletOptions): WalletSession {
  const chains = networks.map(chainOf)
  const listeners = new Set<(change: AccountsChange) => void>()
  const allAccounts = (): readonly SolanaAccount[] =>
    keys().map(({ address, publicKey }) => Object.freeze({ address, publicKey, chains, features }))
  const accounts = (): readonly SolanaAccount[] => (walletStorage.get().connected ? allAccounts() : [])
  return {
    chains,
    accounts,
    allAccounts,
    setConnected(connected) {
      if (walletStorage.get().connected === connected) return
      walletStorage.set({ connected })
      for (const listener of [...listeners]) listener({ accounts: accounts() })
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    keyOf(address) {
      const key = walletStorage.get().connected ? keys().find((one) => one.address === address) : undefined
      if (!key) throw unauthorized()
      return key
    },
    networkOf(chain) {
      const [first] = networks
      const matches = (one: Network): boolean => chain === chainOf(one) || chain === one.caipNetworkId
      const network = chain === undefined ? first : networks.find(matches)
      if (!network) throw badParams(`The wallet is on ${chains.join(' and ')}, not on ${chain}.`)
      return network
    },
  }
}
