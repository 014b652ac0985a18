import { fromBase58 } from '../sdk.js'

const shapes: readonly (readonly [RegExp, string])[] = [
  [/^(0x)?[\da-f]{40}$/i, 'Ethereum'],
  [/^bc1[ac-hj-np-z02-9]{11,87}$/i, 'Bitcoin'],
  [/^tb1[ac-hj-np-z02-9]{11,87}$/i, 'Bitcoin Testnet'],
  [/^bcrt1[ac-hj-np-z02-9]{11,87}$/i, 'Bitcoin Regtest'],
]

/** Chains by the version byte of their Base58Check addresses. Other bytes prove no chain: 30, for example, is used by Dogecoin and by DigiByte. */
const versions: Readonly<Record<number, string>> = {
  0: 'Bitcoin',
  5: 'Bitcoin',
  48: 'Litecoin',
  50: 'Litecoin',
  65: 'Tron',
  111: 'Bitcoin Testnet',
  196: 'Bitcoin Testnet',
}

/** Name of another chain with this address format. Does not verify checksums, because the address is refused in any case. */
export function foreignNetwork(text: string): string | undefined {
  const shape = shapes.find(([pattern]) => pattern.test(text))
  if (shape) return shape[1]
  if (!/^[1-9A-HJ-NP-Za-km-z]{26,52}$/.test(text)) return undefined
  const bytes = fromBase58(text)
  const { length } = bytes
  if (length === 25) return versions[bytes[0] ?? -1]
  return length === 35 || length === 36 ? 'Polkadot' : undefined // prefix of one or two bytes, public key, checksum of two bytes
}
