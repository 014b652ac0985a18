import { base58 } from '@scure/base'

/** Name of another chain family if the text has the format of its addresses; `undefined` for any other text, which may be a Bitcoin address. */
export function foreignNetwork(text: string): string | undefined {
  if (/^(0x)?[\da-f]{40}$/i.test(text)) return 'Ethereum'
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,52}$/.test(text)) return undefined
  const { length } = base58.decode(text)
  if (length === 32) return 'Solana'
  return length === 35 || length === 36 ? 'Polkadot' : undefined
}
