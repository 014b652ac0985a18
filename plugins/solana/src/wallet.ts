import { type Account, WalletModalError } from '@wallet-modal/kernel'
import { isSolanaChain } from './chains.js'
import type { SolanaWallet, SolanaWalletAccount } from './contract.js'
import { badAnswer } from './errors.js'

/** Takes anything with `standard:connect` for a Wallet Standard wallet. Throws `INVALID_DATA` otherwise. */
export function parseWallet(value: unknown): SolanaWallet {
  const { features, accounts }: { readonly features?: unknown; readonly accounts?: unknown } = Object(value)
  const { connect }: { readonly connect?: unknown } = Object(Object(features)['standard:connect'])
  if (typeof connect === 'function' && Array.isArray(accounts)) return value as SolanaWallet // all that can be seen of one
  throw new WalletModalError('INVALID_DATA', 'The wallet is no Wallet Standard wallet.')
}

const isChains = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((chain) => typeof chain === 'string')

/** The accounts for Solana; those of other chain families are left out. Throws `INVALID_DATA` for what is no list of accounts. */
export function parseAccounts(answer: unknown, feature: string): readonly SolanaWalletAccount[] {
  if (!Array.isArray(answer)) throw badAnswer(feature, 'a list of accounts')
  return answer.filter((account: unknown): account is SolanaWalletAccount => {
    const { address, chains }: { readonly address?: unknown; readonly chains?: unknown } = Object(account)
    if (!isChains(chains)) throw badAnswer(feature, 'a list of accounts')
    if (!chains.some(isSolanaChain)) return false
    if (typeof address === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return true
    throw badAnswer(feature, 'a list of accounts')
  })
}

export const toAccounts = (accounts: readonly SolanaWalletAccount[]): readonly Account[] =>
  accounts.map(({ address }) => ({ address, type: 'eoa' }))

/** The wallet's own object for an address, which its features ask for. */
export function accountOf(wallet: SolanaWallet, address: string): SolanaWalletAccount {
  const account = parseAccounts(wallet.accounts, 'accounts').find((one) => one.address === address)
  if (account) return account
  throw new WalletModalError('NOT_CONNECTED', `The wallet no longer offers ${address}. Connect it again.`)
}

/** Says yes to everything, see `NamespaceDriver.standIn`. */
export const standIn: SolanaWallet = {
  version: '1.0.0',
  name: 'stand-in',
  icon: 'data:image/png;base64,',
  chains: ['solana:mainnet'],
  accounts: [],
  features: {
    'standard:connect': {
      connect: async () => ({
        accounts: ['1', '2'].map((digit) => ({
          address: digit.repeat(32),
          publicKey: new Uint8Array(32),
          chains: ['solana:mainnet'],
          features: [],
        })),
      }),
    },
    'standard:events': { on: () => () => undefined },
  },
}
