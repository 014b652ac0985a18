import { type Account, WalletModalError } from '@wallet-modal/kernel'
import { isSolanaChain } from './chains.js'
import type { SolanaWallet, SolanaWalletAccount } from './contract.js'
import { badAnswer } from './errors.js'

/** Takes anything with `standard:connect` for a Wallet Standard wallet. Throws `INVALID_DATA` otherwise. */
export function parseWallet(value: unknown): SolanaWallet {
  const { features, accounts }: { readonly features?: unknown; readonly accounts?: unknown } = Object(value)
  const { connect }: { readonly connect?: unknown } = Object(Object(features)['standard:connect'])
  if (typeof connect === 'function' && Array.isArray(accounts)) return value as SolanaWallet // all that can be seen of one
  throw new WalletModalError('INVALID_DATA', 'The wallet does not implement the Wallet Standard.')
}

/** An account as it was when it was looked at: what a wallet hands over may say something else the next time. */
export interface KnownAccount {
  readonly address: string
  readonly chains: readonly string[]
  /** The wallet's own object, which its features ask for. */
  readonly own: SolanaWalletAccount
}

/** Bytes of whatever kind of view a wallet answers with. */
export const toBytes = (value: unknown): Uint8Array | undefined =>
  ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined

const isText = (value: unknown): value is string => typeof value === 'string'

/** The accounts for Solana, each address once with all its chains; those of other chain families are left out. Throws `INVALID_DATA` for what is no list of accounts. */
export function parseAccounts(answer: unknown, feature: string): readonly KnownAccount[] {
  const list = (value: unknown): readonly unknown[] => {
    if (Array.isArray(value)) return Array.from(value)
    throw badAnswer(feature, 'a list of accounts')
  }
  const found = new Map<string, KnownAccount>()
  for (const own of list(answer)) {
    const { address, chains: given }: { readonly address?: unknown; readonly chains?: unknown } = Object(own)
    const chains = list(given)
    if (!chains.every(isText)) throw badAnswer(feature, 'a list of accounts')
    if (!chains.some(isSolanaChain)) continue
    if (!isText(address) || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address))
      throw badAnswer(feature, 'a list of accounts')
    const before = found.get(address)
    if (before) found.set(address, { ...before, chains: [...before.chains, ...chains] })
    else found.set(address, { address, chains, own: own as SolanaWalletAccount }) // all that can be seen of one
  }
  return [...found.values()]
}

export const toAccounts = (accounts: readonly KnownAccount[]): readonly Account[] =>
  accounts.map(({ address }) => ({ address, type: 'eoa' }))

/** The account with an address, as the wallet has it now. */
export function accountOf(wallet: SolanaWallet, address: string): KnownAccount {
  const account = parseAccounts(wallet.accounts, 'accounts').find((one) => one.address === address)
  if (account) return account
  throw new WalletModalError('NOT_CONNECTED', `The wallet no longer offers ${address}. Connect it again.`)
}
