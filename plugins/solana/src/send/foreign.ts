import { fromBase58 } from '../sdk.js'

const shapes: readonly (readonly [RegExp, string])[] = [
  [/^(0x)?[\da-f]{40}$/i, 'Ethereum'],
  [/^bc1[ac-hj-np-z02-9]{11,87}$/i, 'Bitcoin'],
  [/^tb1[ac-hj-np-z02-9]{11,87}$/i, 'Bitcoin Testnet'],
  [/^bcrt1[ac-hj-np-z02-9]{11,87}$/i, 'Bitcoin Regtest'],
]

/** Name of another chain with this address format. Does not verify checksums, because the address is refused in any case. */
export function foreignNetwork(text: string): string | undefined {
  const shape = shapes.find(([pattern]) => pattern.test(text))
  if (shape) return shape[1]
  if (!/^[1-9A-HJ-NP-Za-km-z]{26,52}$/.test(text)) return undefined
  const { length } = fromBase58(text)
  if (length === 25) return 'Bitcoin'
  return length === 35 || length === 36 ? 'Polkadot' : undefined // prefix of one or two bytes, public key, checksum of two bytes
}
