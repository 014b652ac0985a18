import { unauthorized } from '../errors.js'

/** Bitcoin account of the sandbox wallet. Field names are those of the kernel's `Account`. */
export interface BitcoinAccount {
  readonly address: string
  readonly type: 'payment' | 'ordinal'
  /** Hex: 33 bytes, or 32 bytes for taproot (BIP-340). */
  readonly publicKey: string
}

/** First BIP-84 account and first BIP-86 account of the development mnemonic. Both are funded on the local chain. */
export const accounts: readonly [BitcoinAccount, BitcoinAccount] = [
  {
    address: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
    type: 'payment',
    publicKey: '03f3d474c86c9be5b82e251cc3cc438d3cc361527b4b9799516c4bd513caf9e5f6',
  },
  {
    address: 'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv',
    type: 'ordinal',
    publicKey: '8c7fc6552af4384a13791e63bac79ff2bcfeedf143a88d6dc4b6080a8829cdc1',
  },
]

/** Account with this address. Throws 4100 if there is none. */
export function accountOf(address: string, among: readonly BitcoinAccount[] = accounts): BitcoinAccount {
  const found = among.find((account) => account.address === address)
  if (!found) throw unauthorized()
  return found
}
