import { plainIcon, plainName } from '@wallet-modal/kernel/discovery'
import type { SolanaWallet } from './contract.js'

/** A registered wallet after checking. Everything in it was written by whoever registered. */
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

/** `null` for what is no wallet for Solana, now. Wallets reach us through page events, so nothing is taken on trust. */
export function parseRegistration(wallet: unknown): Registration | null {
  try {
    if (!isSolanaWallet(wallet)) return null
    const { name, icon }: { readonly name: unknown; readonly icon: unknown } = wallet
    const shown = plainName(name)
    return shown ? { name: shown, icon: plainIcon(icon), wallet } : null
  } catch {
    return null // a getter that throws is a hostile registration
  }
}
