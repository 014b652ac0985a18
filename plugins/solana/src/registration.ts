import type { SolanaWallet } from './contract.js'

/** A registered wallet after checking. Everything in it was written by whoever registered. */
export interface Registration {
  readonly name: string
  readonly icon: string | undefined
  readonly wallet: SolanaWallet
}

const MAX_NAME = 64
const MAX_ICON = 200_000
const iconPattern = /^data:image\/(png|webp|jpeg|gif|svg\+xml)[;,]/i

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Without controls and direction marks, which could make one name look like another. */
const plainText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, MAX_NAME)

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
    const shown = typeof name === 'string' ? plainText(name) : ''
    if (!shown) return null
    const isShowable = typeof icon === 'string' && icon.length <= MAX_ICON && iconPattern.test(icon)
    return { name: shown, icon: isShowable ? icon : undefined, wallet }
  } catch {
    return null // a getter that throws is a hostile registration
  }
}

/** Names that a visitor would take for one another are equal in this writing. */
export const identityOf = (name: string): string => name.normalize('NFKC').toLowerCase()
