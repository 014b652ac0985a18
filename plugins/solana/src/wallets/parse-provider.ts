import { WalletModalError } from '@wallet-modal/kernel'
import type { SolanaWallet } from '../contract.js'

/** Treats any object with `standard:connect` as a Wallet Standard wallet. Throws `INVALID_DATA` otherwise. */
export function parseProvider(value: unknown): SolanaWallet {
  const { features, accounts }: { readonly features?: unknown; readonly accounts?: unknown } = Object(value)
  const { connect }: { readonly connect?: unknown } = Object(Object(features)['standard:connect'])
  if (typeof connect === 'function' && Array.isArray(accounts)) return value as SolanaWallet // the only check that is possible
  throw new WalletModalError('INVALID_DATA', 'The wallet does not implement the Wallet Standard.')
}
