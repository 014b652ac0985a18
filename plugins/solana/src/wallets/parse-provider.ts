import { WalletModalError } from '@wallet-modal/kernel'
import type { SolanaWallet } from '../contract.js'

/** Returns an object with `standard:connect` and a list of accounts as a Wallet Standard wallet. Throws `INVALID_DATA` for other values. */
export function parseProvider(value: unknown): SolanaWallet {
  const { features, accounts }: { readonly features?: unknown; readonly accounts?: unknown } = Object(value)
  const { connect }: { readonly connect?: unknown } = Object(Object(features)['standard:connect'])
  if (typeof connect === 'function' && Array.isArray(accounts)) return value as SolanaWallet // callers check the optional features
  throw new WalletModalError('INVALID_DATA', 'The wallet does not implement the Wallet Standard.')
}
