import { base58 } from '@scure/base'

/** Which other chain family an address is of, by its form: those whose base58 has no checksum of Bitcoin's. */
export function foreignNetwork(text: string): string | undefined {
  if (/^(0x)?[\da-f]{40}$/i.test(text)) return 'Ethereum'
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,52}$/.test(text)) return undefined
  const { length } = base58.decode(text)
  if (length === 32) return 'Solana'
  return length === 35 || length === 36 ? 'Polkadot' : undefined
}
