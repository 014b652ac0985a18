import { type Account, WalletModalError } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { isSolanaChain } from '../chains.js'
import type { SolanaWallet, SolanaWalletAccount } from '../contract.js'

/** Copy of an account's fields, because the wallet's object may return other values later. */
export interface WalletAccount {
  readonly address: string
  readonly chains: readonly string[]
  /** The wallet's own account object, which its features require. */
  readonly walletObject: SolanaWalletAccount
}

/** Bytes of any typed array that a wallet returns. */
export const toBytes = (value: unknown): Uint8Array | undefined =>
  ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined

const isText = (value: unknown): value is string => typeof value === 'string'

/** Parses a list of accounts: each Solana address once, with all its chains. Omits accounts of other chain families. Throws `INVALID_DATA`. */
export function parseAccounts(answer: unknown, feature: string): readonly WalletAccount[] {
  const list = (value: unknown): readonly unknown[] => {
    if (Array.isArray(value)) return Array.from(value)
    throw invalidReply(feature, 'a list of accounts')
  }
  const found = new Map<string, WalletAccount>()
  for (const walletObject of list(answer)) {
    const { address, chains: given }: { readonly address?: unknown; readonly chains?: unknown } = Object(walletObject)
    const chains = list(given)
    if (!chains.every(isText)) throw invalidReply(feature, 'a list of accounts')
    if (!chains.some(isSolanaChain)) continue
    if (!isText(address) || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address))
      throw invalidReply(feature, 'a list of accounts')
    const before = found.get(address)
    if (before) found.set(address, { ...before, chains: [...before.chains, ...chains] })
    // the unchecked cast is safe, because the object is only returned to its wallet
    else found.set(address, { address, chains, walletObject: walletObject as SolanaWalletAccount })
  }
  return [...found.values()]
}

export const toAccounts = (accounts: readonly WalletAccount[]): readonly Account[] =>
  accounts.map(({ address }) => ({ address, type: 'eoa' }))

/** The wallet's current account object for an address. */
export function accountOf(wallet: SolanaWallet, address: string): WalletAccount {
  const account = parseAccounts(wallet.accounts, 'accounts').find((one) => one.address === address)
  if (account) return account
  throw new WalletModalError('NOT_CONNECTED', `The wallet no longer offers ${address}. Connect it again.`)
}
