import { plainIcon, plainName } from '@wallet-modal/kernel/discovery'
import type { SolanaWallet } from '../contract.js'

/** Wallet registration with checked shape. Its texts come from another script: never treat them as trusted. */
export interface Registration {
  readonly name: string
  readonly icon: string | undefined
  readonly wallet: SolanaWallet
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isSolanaWallet = (value: unknown): value is SolanaWallet => {
  if (!isRecord(value) || !Array.isArray(value.chains) || !isRecord(value.features)) return false
  const connect = value.features['standard:connect']
  return (
    value.chains.some((chain) => typeof chain === 'string' && chain.startsWith('solana:')) &&
    isRecord(connect) &&
    typeof connect.connect === 'function'
  )
}

/**
 * Parses a registered wallet, because any script can dispatch registration events. `null` if it has no Solana chain, no `standard:connect` or no
 * displayable name. Accounts and other features are validated when they are used.
 */
export function parseRegistration(wallet: unknown): Registration | null {
  try {
    if (!isSolanaWallet(wallet)) return null
    const { name, icon }: { readonly name: unknown; readonly icon: unknown } = wallet
    const displayName = plainName(name)
    return displayName ? { name: displayName, icon: plainIcon(icon), wallet } : null
  } catch {
    return null // a throwing getter means a hostile registration
  }
}
